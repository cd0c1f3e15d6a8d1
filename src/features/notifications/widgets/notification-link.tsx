import { ExternalLink } from 'lucide-react';
import { Link } from 'react-router-dom';
import { usePlan } from '@/device/session/use-plan';
import { formatAgo } from '@/shared/format/format-ago';
import { pathOfPlan } from '@/shared/free-path';
import type { NotificationRow } from '@/shared/rows';
import { classNames } from '@/ui/class-names';
import { langOf } from '@/ui/lang-of';
import { toast } from '@/ui/toast';
import { markRead } from '../mutations';
import { notificationText } from '../text';
import { targetOf } from './follow-link';
import { notificationStyles } from './notification-styles';

interface NotificationLinkProps {
  row: NotificationRow;
  /** Called after a click that navigates. */
  onFollow?: () => void;
  /** True if there is room for the full message and a label beside the dot. */
  wide?: boolean;
}

function Content({ row, wide }: { row: NotificationRow; wide: boolean }) {
  const { Icon, colour } = notificationStyles[row.type];
  const age = formatAgo(row.created_at, notificationText.justNow);
  return (
    <>
      <Icon
        size={20}
        role="img"
        aria-label={notificationText.types[row.type]}
        className={classNames('mt-0.5 shrink-0', colour)}
      />
      <span className="grid min-w-0 grow gap-0.5">
        <span className={classNames(wide ? 'text-base' : 'text-sm', row.is_read ? 'font-semibold' : 'font-extrabold')}>
          {row.title}
        </span>
        <span className={classNames('text-muted text-sm', !wide && 'line-clamp-2')}>{row.message}</span>
        <span className="flex flex-wrap items-center gap-x-3 text-xs">
          <time dateTime={row.created_at} lang={langOf(age)} className="num text-muted">
            {age}
          </time>
          {/* The unread mark is in the last line, so that the message has the whole width of a phone. */}
          {!row.is_read && wide && (
            <span className="flex items-center gap-1.5 font-bold text-accent-ink">
              <span aria-hidden="true" className="size-2.5 rounded-full bg-accent" />
              {notificationText.fresh}
            </span>
          )}
        </span>
      </span>
      {!row.is_read && !wide && (
        <span
          role="img"
          aria-label={notificationText.unread}
          className="mt-1.5 size-2.5 shrink-0 rounded-full bg-accent"
        />
      )}
    </>
  );
}

/** One notification. A click marks it as read and follows its link, if any. */
export function NotificationLink({ row, onFollow, wide = false }: NotificationLinkProps) {
  const plan = usePlan();
  const target = targetOf(row.link);
  const read = () => {
    if (!row.is_read) markRead(row.id).catch(() => toast('error', notificationText.unknownError));
    if (target) onFollow?.();
  };
  const className = classNames(
    'wrap-anywhere flex w-full items-start gap-3 rounded-control p-2.5 text-left text-ink no-underline hover:bg-sunk',
    !row.is_read && 'bg-sunk/60',
  );
  const content = <Content row={row} wide={wide} />;
  if (target && 'path' in target) {
    return (
      <Link to={pathOfPlan(target.path, plan)} onClick={read} className={className}>
        {content}
      </Link>
    );
  }
  if (target) {
    return (
      <a href={target.href} target="_blank" rel="noopener noreferrer" onClick={read} className={className}>
        {content}
        <ExternalLink
          size={16}
          role="img"
          aria-label={notificationText.newWindow}
          className="mt-0.5 shrink-0 text-muted"
        />
      </a>
    );
  }
  return (
    <button type="button" onClick={read} className={className}>
      {content}
    </button>
  );
}
