import { Link } from 'react-router-dom';
import { usePlan } from '@/device/session/use-plan';
import { offlineHomeText as text } from '@/features/downloads/text';
import { markRead } from '@/features/notifications/mutations';
import { useNotifications } from '@/features/notifications/queries/notifications';
import { formatMoment } from '@/shared/format/format';
import { pathOfPlan } from '@/shared/free-path';
import type { NotificationRow } from '@/shared/rows';
import { safePath } from '@/shared/safe-path';
import { cardClass } from '@/ui/card';
import { Dot } from '@/ui/chip';

const COUNT = 5;

/** A notification that expands in place, because an offline installed app has no other screen. Expanding marks it as read. */
function Item({ item }: { item: NotificationRow }) {
  const plan = usePlan();
  const link = safePath(item.link);
  const read = () =>
    markRead(item.id).catch((error: unknown) => console.error('The notification could not be marked:', error));
  return (
    <li>
      <details onToggle={(event) => event.currentTarget.open && !item.is_read && void read()}>
        <summary className="grid min-h-12 cursor-pointer grid-cols-[0.5rem_minmax(0,1fr)] items-baseline gap-3 px-4 py-2.5 hover:bg-sunk">
          {item.is_read ? <span /> : <Dot tone="wait" />}
          <span>
            <span className={item.is_read ? 'block' : 'block font-bold'}>
              {!item.is_read && <span className="sr-only">{text.unread}: </span>}
              {item.title}
            </span>
            <span className="num text-muted text-xs">{formatMoment(Date.parse(item.created_at))}</span>
          </span>
        </summary>
        <div className="grid grid-cols-1 gap-1 px-4 pb-3 pl-9 text-sm">
          <p>{item.message}</p>
          {link && (
            <Link to={pathOfPlan(link, plan)} className="inline-flex min-h-11 items-center font-bold text-accent-ink">
              {text.open}
            </Link>
          )}
        </div>
      </details>
    </li>
  );
}

/** The latest notifications on this device. */
export function OfflineNotifications() {
  const { data: items, complete } = useNotifications();
  // Rule: do not claim that there are no notifications while this device may lack rows.
  if (!items || (items.length === 0 && !complete)) return null;
  return (
    <section aria-labelledby="offline-notifications" className="grid grid-cols-1 gap-2">
      <h2 id="offline-notifications" className="text-lg">
        {text.notifications}
      </h2>
      {items.length === 0 && <p className="text-muted text-sm">{text.noNotifications}</p>}
      {items.length > 0 && (
        <ul className={`${cardClass} ruled overflow-hidden`}>
          {items.slice(0, COUNT).map((item) => (
            <Item key={item.id} item={item} />
          ))}
        </ul>
      )}
    </section>
  );
}
