import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { mapLive } from '@/device/live/live';
import { useLatest } from '@/device/live/use-live';
import { useLatestNews } from '@/features/news/queries';
import { articleText } from '@/features/news/text';
import { NewsMeta, newsHues } from '@/features/news/widgets/news-meta';
import { HOME_COUNTS } from '@/shared/app-limits';
import { newsHref } from '@/shared/paths';
import type { NewsRow } from '@/shared/rows';
import { newsText } from '@/shared/text/home-blocks';
import { Button } from '@/ui/button';
import { Card, cardClass } from '@/ui/card';
import { classNames } from '@/ui/class-names';
import { Cover } from '@/ui/cover';
import { Skeleton } from '@/ui/skeleton';
import { BlockHeading } from './block-heading';
import { wideClass } from './home-skeleton';
import { ListStates } from './list-states';

const gridClass = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-4';

function NewsCard({ news, index }: { news: NewsRow; index: number }) {
  return (
    <article
      className={classNames(
        cardClass,
        'rise relative grid grid-cols-[min(5.5rem,27%)_minmax(0,1fr)] overflow-hidden max-[18rem]:grid-cols-[8%_minmax(0,1fr)] hover:border-control has-focus-visible:outline-3 has-focus-visible:outline-accent-ink has-focus-visible:outline-offset-2 md:grid-cols-1 md:grid-rows-[auto_1fr]',
      )}
      style={{ '--i': index }}
    >
      <Cover
        seed={news.id}
        src={news.image_url}
        hue={newsHues[news.category]}
        className="max-md:aspect-auto! max-md:h-full! md:aspect-5/2!"
      />
      <div className="flex flex-col p-4">
        <NewsMeta news={news} />
        <h3 className="mt-2 text-base">
          <Link
            to={newsHref(news.slug)}
            className="text-ink no-underline after:absolute after:inset-0 focus-visible:outline-none"
          >
            {news.title}
          </Link>
        </h3>
        <p className="mt-1 line-clamp-2 text-muted text-sm">{news.summary}</p>
      </div>
    </article>
  );
}

/** News cards without a heading; the free variant blurs them. */
export function NewsCards({ rows }: { rows: readonly NewsRow[] }) {
  return (
    <div className={gridClass}>
      {rows.map((news, index) => (
        <NewsCard key={news.id} news={news} index={index} />
      ))}
    </div>
  );
}

export function NewsSkeleton() {
  return (
    <div role="status" aria-label={newsText.title} className={gridClass}>
      {Array.from({ length: HOME_COUNTS.news }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are identical and keep their order
        <Skeleton key={index} className="h-36 rounded-card! md:h-72" />
      ))}
    </div>
  );
}

/** The newest news items, three at first; a button shows more. Opening an article counts towards the achievements. */
export function NewsBlock() {
  const [count, setCount] = useState<number>(HOME_COUNTS.news);
  // Read one item more than is shown, to know whether there are more.
  const rows = useLatest(useLatestNews(count + 1), 'news block');
  const block = useRef<HTMLElement>(null);
  // Move the focus to the first new item when it is drawn, because the pressed button disappears while the items are read.
  const firstNew = useRef<number>(null);
  useEffect(() => {
    const link = firstNew.current === null ? undefined : block.current?.querySelectorAll('a')[firstNew.current];
    if (!link) return;
    link.focus();
    firstNew.current = null;
  });
  return (
    <section ref={block} className={wideClass}>
      <BlockHeading title={newsText.title} />
      <ListStates
        rows={mapLive(rows, (all) => all.slice(0, count))}
        skeleton={<NewsSkeleton />}
        none={<Card className="p-5 text-muted">{newsText.none}</Card>}
        offline={<Card className="p-5 text-muted">{newsText.offline}</Card>}
      >
        {(shown) => <NewsCards rows={shown} />}
      </ListStates>
      {rows.data && rows.data.length > count && (
        <Button
          onClick={() => {
            firstNew.current = count;
            setCount(count + HOME_COUNTS.news);
          }}
          className="mt-4"
        >
          {articleText.more}
        </Button>
      )}
    </section>
  );
}
