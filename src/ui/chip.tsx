import type { ReactNode } from 'react';
import { classNames } from '@/ui/class-names';
import { langOf } from '@/ui/lang-of';

export type Tone = 'neutral' | 'ok' | 'wait' | 'warn' | 'danger' | 'info';

const dots: Record<Tone, string> = {
  neutral: 'bg-control',
  ok: 'bg-ok',
  wait: 'bg-accent',
  warn: 'bg-warn',
  danger: 'bg-danger',
  info: 'bg-info',
};

export const chipClass =
  'inline-flex max-w-full shrink-0 items-center gap-2 rounded-full border border-line bg-surface px-3 py-1 font-semibold text-ink text-sm';

export const Dot = ({ tone }: { tone: Tone }) => (
  <span
    aria-hidden="true"
    className={classNames('size-2 shrink-0 rounded-full forced-color-adjust-none', dots[tone])}
  />
);

export function Chip({ tone, children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span lang={typeof children === 'string' ? langOf(children) : undefined} className={chipClass}>
      {tone && <Dot tone={tone} />}
      {children}
    </span>
  );
}
