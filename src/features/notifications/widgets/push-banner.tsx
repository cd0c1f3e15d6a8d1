import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Link } from 'react-router-dom';
import { buttonClass, IconButton } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { markRead } from '../mutations';
import { useNotifications } from '../queries/notifications';
import { notificationText } from '../text';
import { targetOf } from './follow-link';
import { notificationStyles } from './notification-styles';

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Time (ms) after which an untouched banner closes. */
const SHOWN_MS = 12_000;

/** Shrinks the time bar, then closes the banner. The timer pauses while the banner has pointer or focus; with reduced motion it never starts. */
function useTimeLeft(message: unknown, onClose: () => void) {
  const banner = useRef<HTMLElement>(null);
  const bar = useRef<HTMLSpanElement>(null);
  const close = useEffectEvent(onClose);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer message starts the time again
  useEffect(() => {
    const element = banner.current;
    if (!element || !bar.current?.animate || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const time = bar.current.animate([{ width: '100%' }, { width: '0' }], { duration: SHOWN_MS, fill: 'forwards' });
    time.onfinish = () => close();
    time.finished.catch(() => undefined); // cancelled with the banner
    const end = new AbortController();
    const on = (name: string, act: () => void) => element.addEventListener(name, act, { signal: end.signal });
    for (const name of ['pointerenter', 'focusin']) on(name, () => time.pause());
    for (const name of ['pointerleave', 'focusout']) on(name, () => time.play());
    return () => {
      end.abort();
      time.cancel();
    };
  }, [message]);
  return { banner, bar };
}

interface PushBannerProps {
  /** The worker's message, unvalidated. */
  message: unknown;
  /** True if the learner asked for the message. */
  offered: boolean;
  onClose: () => void;
}
/**
 * A push message that arrived while the app is open. Following its link marks the notification as read; closing the banner does not. The banner
 * closes when another device marks the notification as read. A banner that opens because the learner pressed the system notification stays open,
 * although that press also marks the notification as read.
 */
export function PushBanner({ message, offered, onClose }: PushBannerProps) {
  const fields: { title?: unknown; body?: unknown; type?: unknown; link?: unknown; notification_id?: unknown } =
    typeof message === 'object' && message !== null ? message : {};
  const id = textOf(fields.notification_id);
  const { banner, bar } = useTimeLeft(message, onClose);
  const { data } = useNotifications();
  const readElsewhere = !offered && !!data?.some((row) => row.id === id && row.is_read);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (readElsewhere) close();
  }, [readElsewhere]);
  const target = targetOf(textOf(fields.link));
  const type = textOf(fields.type);
  const { Icon, colour } =
    notificationStyles[Object.hasOwn(notificationStyles, type) ? (type as keyof typeof notificationStyles) : 'info'];
  const follow = () => {
    if (id) markRead(id).catch((error: unknown) => console.error('The message was not marked read:', error));
    onClose();
  };
  const label = Object.hasOwn(notificationText.types, type) ? type : 'info';
  return (
    <aside
      aria-label={notificationText.pushed}
      ref={banner}
      className={`${cardClass} rise fixed inset-x-2.5 top-[calc(0.625rem+env(safe-area-inset-top))] z-40 mx-auto max-w-lg overflow-hidden pt-3.5 pr-1.5 pb-1.5 pl-3.5`}
    >
      <div className="flex items-start gap-3">
        <img
          src="/icons/icon.svg"
          alt=""
          width={44}
          height={44}
          className="shrink-0 rounded-control border border-line"
        />
        <div role="status" className="min-w-0 grow">
          <p className="flex items-center gap-1.5 text-muted text-xs">
            <Icon size={16} aria-hidden="true" className={`shrink-0 ${colour}`} />
            <span>
              {notificationText.types[label as keyof typeof notificationText.types]} ·{' '}
              <span lang="en">{notificationText.justNow}</span>
            </span>
          </p>
          <strong className="mt-0.5 block">{textOf(fields.title)}</strong>
          <span className="line-clamp-3 text-muted text-sm">{textOf(fields.body)}</span>
        </div>
        <IconButton label={notificationText.close} onClick={onClose} className="-mt-2 shrink-0">
          <X size={20} aria-hidden="true" />
        </IconButton>
      </div>
      {target && (
        <div className="flex justify-end">
          {'path' in target ? (
            <Link to={target.path} onClick={follow} className={buttonClass('plain')}>
              {notificationText.follow}
            </Link>
          ) : (
            <a
              href={target.href}
              target="_blank"
              rel="noopener noreferrer"
              onClick={follow}
              className={buttonClass('plain')}
            >
              {notificationText.follow}
            </a>
          )}
        </div>
      )}
      {/* The remaining time, see `useTimeLeft`. */}
      <span ref={bar} aria-hidden="true" className="absolute bottom-0 left-0 h-[3px] bg-accent" />
    </aside>
  );
}
