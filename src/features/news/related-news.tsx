import { Link } from 'react-router-dom';
import { newsHref } from '@/shared/paths';
import type { NewsRow } from '@/shared/rows';
import { newsText } from '@/shared/text/home-blocks';
import { cardClass } from '@/ui/card';
import { Cover } from '@/ui/cover';
import { articleText as text } from './text';
import { NewsMeta, newsHues } from './widgets/news-meta';

/** Other news items of the same category. */
export function RelatedNews({ rows }: { rows: readonly NewsRow[] }) {
  const [first] = rows;
  if (!first) return null;
  return (
    <section aria-labelledby="related-news" className="mt-10">
      <h2 id="related-news" className="mb-3 text-xl">
        {text.related(newsText.categories[first.category])}
      </h2>
      <ul className="grid gap-3">
        {rows.map((news) => (
          <li
            key={news.id}
            className={`${cardClass} relative flex items-center gap-4 p-3 hover:border-control has-focus-visible:outline-3 has-focus-visible:outline-accent-ink`}
          >
            <Cover
              seed={news.id}
              src={news.image_url}
              hue={newsHues[news.category]}
              className="w-24! shrink-0 rounded-control"
            />
            <div className="min-w-0">
              <h3 className="text-base">
                <Link
                  to={newsHref(news.slug)}
                  className="text-ink no-underline after:absolute after:inset-0 focus-visible:outline-none"
                >
                  {news.title}
                </Link>
              </h3>
              <NewsMeta news={news} badge={false} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
