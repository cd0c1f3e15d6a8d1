import { useState } from 'react';
import { type BillingPeriod, eurosOf, type PaidPlan } from '@/shared/pricing';
import { euros, plans, pricing, confirmSheet as text } from '@/shared/text/pricing';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { allConsents, type PurchaseConsent, PurchaseConsents } from './widgets/purchase-consents';

interface ConfirmSheetProps {
  plan: PaidPlan | null;
  period: BillingPeriod;
  visitor: boolean;
  /** True if the sheet may promise the free trial. */
  trial: boolean;
  opening: boolean;
  problem: string | null;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Confirmation before the checkout: the plan, its price and three consents. Closing the sheet resets the consents. */
export function ConfirmSheet({ plan, ...rest }: ConfirmSheetProps) {
  return plan && <OpenSheet key={plan} plan={plan} {...rest} />;
}

function OpenSheet({
  plan,
  period,
  visitor,
  trial,
  opening,
  problem,
  onConfirm,
  onCancel,
}: ConfirmSheetProps & { plan: PaidPlan }) {
  const [given, setGiven] = useState<readonly PurchaseConsent[]>([]);
  const [blocked, setBlocked] = useState(false);
  const complete = allConsents(given);
  const price = euros(eurosOf(plan, period));
  const confirm = () => {
    // Rule: no checkout without the three consents; the button stays focusable, so that screen readers reach its explanation.
    if (complete) onConfirm();
    else setBlocked(true);
  };
  return (
    <Dialog
      open
      onClose={onCancel}
      title={text.title}
      closeLabel={text.close}
      actions={
        <>
          <Button onClick={onCancel}>{text.cancel}</Button>
          <Button kind="primary" busy={opening} aria-disabled={!complete || undefined} onClick={confirm}>
            {opening ? text.opening : complete ? (visitor ? text.confirmVisitor : text.confirm) : text.blocked}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div>
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <strong className="text-lg">{text.plan(plans[plan].name)}</strong>
            <span className="num">
              <strong className="text-lg">{price}</strong> <span className="text-muted">{pricing.per[period]}</span>
            </span>
          </p>
          <p className="mt-1 text-muted text-sm">{(trial ? text.trial : text.charge)(price, pricing.per[period])}</p>
        </div>
        <p className="rounded-control border border-warn px-3 py-2.5 text-sm">{text.warning}</p>
        <PurchaseConsents given={given} onChange={setGiven} />
        {blocked && !complete && <Banner kind="warning">{text.alert}</Banner>}
        {problem && <Banner kind="error">{problem}</Banner>}
      </div>
    </Dialog>
  );
}
