import { Link } from 'react-router-dom';
import { HOME_COUNTS } from '@/config/limits';
import { newsHref } from '@/config/paths';
import { viewNews } from '@/data/news/mutations';
import { useLatestNews } from '@/data/news/queries';
import { relativeDate } from '@/domain/relative-date';
import type { NewsCategory, NewsRow } from '@/domain/rows';
import { classNames } from '@/lib/class-names';
import { newsText } from '@/text/home-blocks';
import { Badge } from '@/ui/badge';
import { Card, cardClass } from '@/ui/card';
import { Skeleton } from '@/ui/skeleton';
import { Cover } from '@/widgets/cover';
import { BlockHeading } from './block-heading';
import { wideClass } from './home-skeleton';
import { ListStates } from './list-states';

/** The colour of a category, degrees of hue. */
const hues: Record<NewsCategory, number> = { general: 32, update: 255, course: 150, event: 305, store: 85 };

const gridClass = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-4';

function NewsCard({ news, index }: { news: NewsRow; index: number }) {
  const at = Date.parse(news.created_at);
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
        hue={hues[news.category]}
        className="max-md:aspect-auto! max-md:h-full! md:aspect-5/2!"
      />
      <div className="flex flex-col p-4">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-muted text-sm">
          <Badge>{newsText.categories[news.category]}</Badge>
          <time dateTime={news.created_at}>{newsText.date(relativeDate(at, Date.now()), at)}</time>
        </p>
        <h3 className="mt-2 text-base">
          <Link
            to={newsHref(news.slug)}
            onClick={() =>
              viewNews(news.id).catch((error: unknown) => console.error('The visit could not be kept:', error))
            }
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

/** News cards without a frame around them; the free variant blurs the same. */
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
        // biome-ignore lint/suspicious/noArrayIndexKey: places have nothing but their order
        <Skeleton key={index} className="h-36 rounded-card! md:h-72" />
      ))}
    </div>
  );
}

/** The three newest items; opening one counts for the achievements. */
export function NewsBlock() {
  return (
    <section className={wideClass}>
      <BlockHeading title={newsText.title} />
      <ListStates
        rows={useLatestNews(HOME_COUNTS.news)}
        skeleton={<NewsSkeleton />}
        none={<Card className="p-5 text-muted">{newsText.none}</Card>}
        offline={<Card className="p-5 text-muted">{newsText.offline}</Card>}
      >
        {(rows) => <NewsCards rows={rows} />}
      </ListStates>
    </section>
  );
}
