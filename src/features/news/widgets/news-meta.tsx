import { relativeDate } from '@/shared/relative-date';
import type { NewsCategory, NewsRow } from '@/shared/rows';
import { newsText } from '@/shared/text/home-blocks';
import { Badge } from '@/ui/badge';
import { articleText } from '../text';

/** Hue of a category's cover (degrees). */
export const newsHues: Readonly<Record<NewsCategory, number>> = {
  general: 32,
  update: 255,
  course: 150,
  event: 305,
  store: 85,
};

/** Category, date and reading time of a news item. */
export function NewsMeta({ news, badge = true }: { news: NewsRow; badge?: boolean }) {
  const at = Date.parse(news.created_at);
  return (
    <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-muted text-sm">
      {badge && <Badge>{newsText.categories[news.category]}</Badge>}
      <span>
        <time dateTime={news.created_at}>{newsText.date(relativeDate(at, Date.now()), at)}</time>
        {'\u00a0· '}
        {articleText.readingTime(news.reading_minutes)}
      </span>
    </p>
  );
}
