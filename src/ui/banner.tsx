import { CircleAlert, CircleCheck, Info, TriangleAlert, WifiOff, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '@/ui/class-names';
import { langOf } from '@/ui/lang-of';
import { IconButton } from './button';

export type BannerKind = 'error' | 'warning' | 'info' | 'success' | 'network' | 'validation' | 'server' | 'other';

const looks = {
  error: { Icon: CircleAlert, colour: 'border-danger text-danger' },
  warning: { Icon: TriangleAlert, colour: 'border-warn text-warn' },
  info: { Icon: Info, colour: 'border-info text-info' },
  success: { Icon: CircleCheck, colour: 'border-ok text-ok' },
  network: { Icon: WifiOff, colour: 'border-info text-info' },
  validation: { Icon: CircleAlert, colour: 'border-accent text-accent' },
  server: { Icon: CircleAlert, colour: 'border-ink text-ink' },
  other: { Icon: CircleAlert, colour: 'border-control text-muted' },
} as const;

interface BannerProps {
  kind: BannerKind;
  title?: string | undefined;
  children: ReactNode;
  closeLabel?: string;
  onClose?: () => void;
}

/** A message that stays until it is dismissed or no longer true. Screen readers announce the message at once. */
export function Banner({ kind, title, children, closeLabel, onClose }: BannerProps) {
  const { Icon, colour } = looks[kind];
  return (
    <div role="alert" className={classNames('flex gap-3 rounded-control border bg-surface p-3 pl-4', colour)}>
      <Icon size={20} aria-hidden="true" className="mt-0.5 shrink-0" />
      <div className="wrap-anywhere min-w-0 grow py-0.5 text-ink text-sm">
        {title && (
          <strong lang={langOf(title)} className="block">
            {title}
          </strong>
        )}
        {children}
      </div>
      {onClose && (
        <IconButton label={closeLabel ?? ''} onClick={onClose} className="-my-1.5 -mr-1.5">
          <X size={18} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}
