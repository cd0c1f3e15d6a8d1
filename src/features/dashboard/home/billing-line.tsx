import { Link } from 'react-router-dom';
import { markRead } from '@/features/notifications/mutations';
import { useNotifications } from '@/features/notifications/queries/notifications';
import { paths } from '@/shared/paths';
import { safePath } from '@/shared/safe-path';
import { billingLine as text } from '@/shared/text/home-blocks';
import { Banner } from '@/ui/banner';

/** Shows the newest message about payments until it is read; older ones are outdated. Closing it or following its link marks it as read. */
export function BillingLine() {
  const { data } = useNotifications();
  const row = data?.find(({ topic }) => topic === 'billing');
  if (!row || row.is_read) return null;
  const path = safePath(row.link);
  const read = () => void markRead(row.id);
  return (
    <Banner kind={row.type} title={row.title} closeLabel={text.close} onClose={read}>
      {row.message}
      {path && (
        <Link
          to={path}
          onClick={read}
          className="flex min-h-11 w-fit items-center font-bold text-accent-ink underline underline-offset-4"
        >
          {path === paths.pricing ? text.plans : text.open}
        </Link>
      )}
    </Banner>
  );
}
