import type { ReactNode } from 'react';
import { classNames } from '@/ui/class-names';

export type BadgeTone = 'accent' | 'neutral' | 'ok' | 'warn' | 'danger' | 'info';

const looks: Record<BadgeTone, string> = {
  accent: 'border-transparent bg-accent text-on-accent',
  neutral: 'border-line bg-sunk text-ink',
  ok: 'border-current text-ok',
  warn: 'border-current text-warn',
  danger: 'border-current text-danger',
  info: 'border-current text-info',
};

/** A label of one or two words for a plan, a category or a state. */
export function Badge({
  tone = 'neutral',
  children,
  className,
}: {
  tone?: BadgeTone;
  children: ReactNode;
  className?: string;
}) {
  return (
    <span
      className={classNames(
        'inline-flex min-h-6 max-w-full shrink-0 items-center gap-1 rounded-full border px-2.5 font-extrabold text-xs tracking-normal',
        looks[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

/** A counter on the corner of an icon, hidden at 0. The surrounding control names the number for screen readers. */
export function CountBadge({ count, max = 99, className }: { count: number; max?: number; className?: string }) {
  if (count <= 0) return null;
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'num min-w-4.5 rounded-full bg-accent px-1 text-center font-extrabold text-[11px] text-on-accent leading-4.5',
        className,
      )}
    >
      {count > max ? `${max}+` : count}
    </span>
  );
}
