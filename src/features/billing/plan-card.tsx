import { Check, X } from 'lucide-react';
import type { Plan } from '@/shared/entitlements';
import { type BillingPeriod, eurosOf, levaOf } from '@/shared/pricing';
import { euros, leva, plans, pricing } from '@/shared/text/pricing';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { classNames } from '@/ui/class-names';
import { PrintedObject } from '@/ui/printed-object';

/** Number of printed layers on the card; a higher plan has more. */
const printed: Record<Plan, number> = { free: 3, pro: 7, premium: 10 };

interface PlanCardProps {
  plan: Plan;
  period: BillingPeriod;
  index: number;
  button: { text: string; disabled: boolean };
  /** True if the card may promise the free trial. */
  trial: boolean;
  onChoose: () => void;
}

export function PlanCard({ plan, period, index, button, trial, onChoose }: PlanCardProps) {
  const { name, description, features } = plans[plan];
  const popular = plan === 'pro';
  const id = `plan-${plan}`;
  return (
    <section
      aria-labelledby={id}
      className={classNames(
        cardClass,
        'rise flex flex-col gap-4 p-5',
        popular && 'border-accent shadow-[inset_0_3px_0_var(--accent),var(--shadow)]',
      )}
      style={{ '--i': index }}
    >
      <div className="flex flex-wrap items-start gap-4">
        <PrintedObject shape="vase" total={10} done={printed[plan]} width={56} height={60} label="" />
        <div className="min-w-0 grow basis-[8rem]">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h2 id={id} className="text-xl">
              {name}
            </h2>
            {popular && <Badge tone="accent">{pricing.mostPopular}</Badge>}
          </div>
          <p className="text-muted text-sm">{description}</p>
        </div>
      </div>
      <Price plan={plan} period={period} trial={trial} />
      <ul className="grid gap-2 text-sm">
        {features.map(({ text, included }) => (
          <li key={text} className={classNames('flex gap-2.5', !included && 'text-muted')}>
            {included ? (
              <Check size={18} aria-hidden="true" className="mt-px shrink-0 text-ok" />
            ) : (
              <X size={18} aria-hidden="true" className="mt-px shrink-0" />
            )}
            <span className="sr-only">{included ? pricing.included : pricing.excluded}</span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <Button
        kind={popular ? 'primary' : 'quiet'}
        disabled={button.disabled}
        onClick={onChoose}
        className="mt-auto min-h-12 text-base"
      >
        {button.text}
      </Button>
    </section>
  );
}

function Price({ plan, period, trial }: Pick<PlanCardProps, 'plan' | 'period' | 'trial'>) {
  const price = eurosOf(plan, period);
  return (
    <div className="md:min-h-19">
      <p className="num flex flex-wrap items-baseline gap-x-2">
        <strong className="font-extrabold text-3xl tracking-tight">{euros(price)}</strong>
        <span className="text-muted">{plan === 'free' ? pricing.forever : pricing.per[period]}</span>
        {plan !== 'free' && (
          <s className="text-muted text-sm">
            <span className="sr-only">{pricing.oldPrice} </span>
            {leva(levaOf(plan, period))}
          </s>
        )}
      </p>
      {plan !== 'free' && period === 'yearly' && (
        <p className="text-ok text-sm">{pricing.perMonth(euros(Math.round(price / 12)))}</p>
      )}
      {plan !== 'free' && trial && <p className="font-semibold text-accent-ink text-sm">{pricing.trial}</p>}
    </div>
  );
}
