import { ArrowLeft } from 'lucide-react';
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom';
import { useInitialSync } from '@/device/sync/use-initial-sync';
import { AppBarEnd } from '@/features/shell/widgets/app-bar';
import { UnavailableNotice } from '@/features/sync/widgets/unavailable-notice';
import { paths } from '@/shared/paths';
import { common } from '@/shared/text/common';
import { Button, backLinkClass, buttonClass } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { Skeleton, SkeletonText } from '@/ui/skeleton';
import { useTitle } from '@/ui/use-title';
import { NewsArticle } from './news-article';
import { useArticle } from './queries';
import { ShareButton } from './share-button';
import { articleText as text } from './text';

const toDashboard = (kind: 'primary' | 'quiet') => (
  <Link to={paths.check} className={buttonClass(kind)}>
    {text.toDashboard}
  </Link>
);

const skeleton = (
  <div role="status" className="grid gap-4">
    <h1 className="sr-only">{text.loading}</h1>
    <Skeleton className="aspect-5/2 w-full" />
    <SkeletonText lines={6} />
  </div>
);

/** Rule: show „Новината не е намерена“ only when this device has all rows of the server. */
function Absent({ complete }: { complete: boolean }) {
  const initialSync = useInitialSync(complete);
  if (initialSync === 'pending') return skeleton;
  return initialSync === 'complete' ? (
    <Notice headingLevel={1} title={text.notFound} action={toDashboard('primary')}>
      {text.notFoundText}
    </Notice>
  ) : (
    <UnavailableNotice
      initialSync={initialSync}
      title={text.notHere}
      hint={text.notHereText}
      back={toDashboard('quiet')}
    />
  );
}

function Content({ status, data, complete }: ReturnType<typeof useArticle>) {
  if (data?.news) return <NewsArticle article={data} news={data.news} />;
  if (status === 'error')
    return (
      <Notice
        headingLevel={1}
        kind="error"
        title={text.failed}
        action={<Button onClick={() => location.reload()}>{common.retry}</Button>}
      >
        {text.failedText}
      </Notice>
    );
  return status === 'loading' ? skeleton : <Absent complete={complete} />;
}

function Page({ slug }: { slug: string }) {
  const article = useArticle(slug);
  const news = article.data?.news;
  useTitle(news?.title);
  const navigate = useNavigate();
  const { key } = useLocation();
  // A page that was opened directly has no previous history entry, so Back goes to the dashboard.
  const back = () => void (key === 'default' ? navigate(paths.check) : navigate(-1));
  return (
    <div className="wrap-anywhere mx-auto max-w-[760px] px-4 pb-16">
      <header className="flex min-h-16 flex-wrap items-center gap-2">
        <button type="button" onClick={back} className={backLinkClass}>
          <ArrowLeft size={20} aria-hidden="true" />
          <span className="max-md:sr-only">{text.back}</span>
        </button>
        <span className="flex grow justify-end">{news && <ShareButton />}</span>
        <AppBarEnd />
      </header>
      <main id="main" tabIndex={-1} data-screen>
        <Content {...article} />
      </main>
    </div>
  );
}

/** /news/:slug */
export function NewsPage() {
  const { slug = '' } = useParams();
  return <Page key={slug} slug={slug} />;
}
