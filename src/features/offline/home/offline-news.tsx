import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { usePlan } from '@/device/session/use-plan';
import { offlineHomeText as text } from '@/features/downloads/text';
import { useLatestNews } from '@/features/news/queries';
import { isSubscriber } from '@/shared/entitlements';
import { formatDate } from '@/shared/format/format';
import { newsHref } from '@/shared/paths';
import { cardClass } from '@/ui/card';

const COUNT = 3;

/** The newest news items on this device. */
export function OfflineNews() {
  const { data: news, complete } = useLatestNews(COUNT);
  // Show news to subscribers only: for other accounts a link would open the plans instead of the article.
  const subscribed = isSubscriber(usePlan());
  // Rule: do not claim that there is no news while this device may lack rows.
  if (!news || !subscribed || (news.length === 0 && !complete)) return null;
  return (
    <section aria-labelledby="offline-news" className="grid grid-cols-1 gap-2">
      <h2 id="offline-news" className="text-lg">
        {text.news}
      </h2>
      {news.length === 0 && <p className="text-muted text-sm">{text.noNews}</p>}
      {news.length > 0 && (
        <ul className={`${cardClass} ruled overflow-hidden`}>
          {news.map((item) => (
            <li key={item.id}>
              <Link
                to={newsHref(item.slug)}
                className="flex items-center gap-3 px-4 py-2.5 text-ink no-underline hover:bg-sunk"
              >
                <span className="min-w-0 grow">
                  <span className="block font-semibold leading-snug">{item.title}</span>
                  <span className="line-clamp-2 text-muted text-sm">{item.summary}</span>
                  <span className="num text-muted text-xs">{formatDate(item.published_at ?? item.created_at)}</span>
                </span>
                <ChevronRight size={20} aria-hidden="true" className="shrink-0 text-muted" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
