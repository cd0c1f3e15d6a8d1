import { Suspense, useEffect } from 'react';
import { usePlan } from '@/device/session/use-plan';
import { useInitialSync } from '@/device/sync/use-initial-sync';
import { mayReadNews } from '@/shared/entitlements';
import type { NewsRow } from '@/shared/rows';
import { Cover } from '@/ui/cover';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { SkeletonText } from '@/ui/skeleton';
import { viewNews } from './mutations';
import { Paywall } from './paywall';
import type { Article } from './queries';
import { RelatedNews } from './related-news';
import { articleText as text } from './text';
import { NewsMeta, newsHues } from './widgets/news-meta';

const Markdown = lazyWithRetry(() => import('./widgets/markdown').then((module) => module.Markdown));

const skeleton = (
  <div role="status" aria-label={text.loading}>
    <SkeletonText lines={9} />
  </div>
);

function Body({ content }: { content: string | undefined }) {
  const initialSync = useInitialSync();
  if (content !== undefined)
    return (
      <Suspense fallback={skeleton}>
        <Markdown text={content} />
      </Suspense>
    );
  return initialSync === 'pending' || initialSync === 'complete' ? (
    skeleton
  ) : (
    <p role="status" className="text-muted">
      {text.bodyNotHere}
    </p>
  );
}

/** The whole article for Premium accounts; title, metadata, picture and a paywall for all others. */
export function NewsArticle({ article, news }: { article: Article; news: NewsRow }) {
  const mayRead = mayReadNews(usePlan());
  useEffect(() => {
    viewNews(news.id).catch((error: unknown) => console.error('The visit could not be stored:', error));
  }, [news.id]);
  return (
    <>
      <article>
        <Cover
          seed={news.id}
          src={news.image_url}
          hue={newsHues[news.category]}
          className="mb-5 aspect-5/2! w-full rounded-card max-md:-mx-4 max-md:w-[calc(100%+2rem)]! max-md:max-w-none max-md:rounded-none"
        />
        <NewsMeta news={news} />
        <h1 className="mt-2 mb-4 text-balance text-2xl md:text-3xl">{news.title}</h1>
        {mayRead ? (
          <>
            <p className="mb-6 max-w-[68ch] font-semibold text-lg">{news.summary}</p>
            <Body content={article.content} />
          </>
        ) : (
          <Paywall summary={news.summary} />
        )}
      </article>
      <RelatedNews rows={article.related} />
    </>
  );
}
