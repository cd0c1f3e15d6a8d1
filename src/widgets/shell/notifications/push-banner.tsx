import { X } from 'lucide-react';
import { Link } from 'react-router-dom';
import { markRead } from '@/data/notifications/mutations';
import { notificationText } from '@/text/notifications';
import { buttonClass, IconButton } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { targetOf } from './follow-link';
import { notificationLooks } from './notification-looks';

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

interface PushBannerProps {
  /** The worker's message, unvalidated. */
  message: unknown;
  onClose: () => void;
}

/** A push message that arrived while the app is open. It stays until it is closed or followed, which marks it as read. */
export function PushBanner({ message, onClose }: PushBannerProps) {
  const fields: { title?: unknown; body?: unknown; type?: unknown; link?: unknown; notification_id?: unknown } =
    typeof message === 'object' && message !== null ? message : {};
  const id = textOf(fields.notification_id);
  const target = targetOf(textOf(fields.link));
  const type = textOf(fields.type);
  const { Icon, colour } =
    notificationLooks[Object.hasOwn(notificationLooks, type) ? (type as keyof typeof notificationLooks) : 'info'];
  const follow = () => {
    if (id) markRead(id).catch((error: unknown) => console.error('The message was not marked read:', error));
    onClose();
  };
  return (
    <aside
      aria-label={notificationText.pushed}
      className={`${cardClass} rise fixed inset-x-4 top-[calc(0.75rem+env(safe-area-inset-top))] z-40 mx-auto flex max-w-lg items-start gap-3 p-3 pl-4`}
    >
      <Icon size={22} aria-hidden="true" className={`mt-2.5 shrink-0 ${colour}`} />
      <div role="status" className="min-w-0 grow py-1.5">
        <strong className="block">{textOf(fields.title)}</strong>
        <span className="line-clamp-3 text-muted text-sm">{textOf(fields.body)}</span>
        {target && (
          <span className="mt-1.5 block">
            {'path' in target ? (
              <Link to={target.path} onClick={follow} className={buttonClass('quiet')}>
                {notificationText.follow}
              </Link>
            ) : (
              <a
                href={target.href}
                target="_blank"
                rel="noopener noreferrer"
                onClick={follow}
                className={buttonClass('quiet')}
              >
                {notificationText.follow}
              </a>
            )}
          </span>
        )}
      </div>
      <IconButton label={notificationText.close} onClick={onClose}>
        <X size={20} aria-hidden="true" />
      </IconButton>
    </aside>
  );
}
