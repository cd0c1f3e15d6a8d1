import { Ban, CircleCheck, CircleDashed, Clock, type LucideIcon, OctagonX, Pencil, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { chipClass } from '@/ui/chip';
import { classNames } from '@/ui/class-names';
import { dashboardText } from '../text/dashboard';

export type StateTone = 'ok' | 'warn' | 'danger' | 'info' | 'muted';

const looks: Record<StateTone, { color: string; Icon: LucideIcon }> = {
  ok: { color: 'text-ok', Icon: CircleCheck },
  warn: { color: 'text-warn', Icon: Clock },
  danger: { color: 'text-danger', Icon: OctagonX },
  info: { color: 'text-info', Icon: CircleDashed },
  muted: { color: 'text-muted', Icon: Pencil },
};

/** Shows a state with an icon and a text, never by colour alone. */
export function State({ tone, icon, children }: { tone: StateTone; icon?: LucideIcon; children: ReactNode }) {
  const Icon = icon ?? looks[tone].Icon;
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 whitespace-nowrap font-semibold text-sm',
        looks[tone].color,
      )}
    >
      <Icon size={16} aria-hidden="true" className="shrink-0" />
      {children}
    </span>
  );
}

const payments = {
  succeeded: { tone: 'ok', Icon: CircleCheck },
  pending: { tone: 'warn', Icon: Clock },
  failed: { tone: 'danger', Icon: Ban },
  refunded: { tone: 'muted', Icon: Undo2 },
} as const;

export const PaymentState = ({ status }: { status: keyof typeof payments }) => (
  <State tone={payments[status].tone} icon={payments[status].Icon}>
    {dashboardText.statuses[status]}
  </State>
);

const layers = { free: 0, pro: 2, premium: 3 } as const;
const names = { free: 'Free', pro: 'Pro', premium: 'Premium' } as const;

/** A plan as a chip with its printed layers. */
export const PlanChip = ({ plan }: { plan: keyof typeof layers }) => (
  <span lang="en" className={classNames(chipClass, 'gap-1.5! px-2.5! py-0.5! text-xs!')}>
    <svg viewBox="0 0 14 12" width="14" height="12" aria-hidden="true">
      {[10, 6, 2].map((y, index) => (
        <path
          key={y}
          d={`M1 ${y}H13`}
          strokeWidth="2"
          strokeLinecap="round"
          stroke={index < layers[plan] ? 'var(--accent)' : 'var(--ghost)'}
        />
      ))}
    </svg>
    {names[plan]}
  </span>
);
