import { type ReactNode, useEffect, useState } from 'react';
import { codeOf } from '@/device/service/requests';
import { checkPlan } from '@/device/session/requests';
import { useOnline } from '@/device/use-online';
import { useSubscription } from '@/features/accounts/queries/profile';
import { planOf } from '@/shared/entitlements';
import { type BillingPeriod, eurosOf } from '@/shared/pricing';
import { common } from '@/shared/text/common';
import { confirmSheet } from '@/shared/text/pricing';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { toast } from '@/ui/toast';
import { changePlan, fetchChangeCost, giveConsents } from '../requests';
import { paidPlanOf } from '../rules/subscription';
import { upgradeText as text, upgradeProblem } from '../text/upgrade';
import { allConsents, type PurchaseConsent, PurchaseConsents } from './purchase-consents';

type Cost = Awaited<ReturnType<typeof fetchChangeCost>>;

/** Confirmation before the change: today's price, later prices and the refund. */
function UpgradeDialog({ cost, period, onClose }: { cost: Cost; period: BillingPeriod; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [given, setGiven] = useState<readonly PurchaseConsent[]>([]);
  const [blocked, setBlocked] = useState(false);
  const complete = allConsents(given);
  const change = async () => {
    setBlocked(!complete);
    if (!complete) return;
    setBusy(true);
    setProblem(null);
    try {
      await giveConsents('upgrade');
      await changePlan('premium', period);
      toast('success', text.done);
      await checkPlan();
      onClose();
    } catch (error) {
      setProblem(upgradeProblem(codeOf(error)));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.title}
      closeLabel={common.close}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            {text.cancel}
          </Button>
          <Button kind="primary" busy={busy} aria-disabled={!complete || undefined} onClick={() => void change()}>
            {busy ? text.busy : complete ? text.confirm(cost.amount, cost.currency) : confirmSheet.blocked}
          </Button>
        </>
      }
    >
      <p className="font-bold">{text.today(cost.amount, cost.currency)}</p>
      <p className="mt-1">{text.later(eurosOf('premium', period), period)}</p>
      {cost.amount > 0 && <p className="mt-3 text-muted text-sm">{`${text.card} ${text.refund}`}</p>}
      <div className="mt-4">
        <PurchaseConsents given={given} onChange={setGiven} />
      </div>
      {blocked && !complete && (
        <div className="mt-4">
          <Banner kind="warning">{confirmSheet.alert}</Banner>
        </div>
      )}
      {problem && (
        <div className="mt-4">
          <Banner kind="error">{problem}</Banner>
        </div>
      )}
    </Dialog>
  );
}

function Offer({ period, instead, className }: { period: BillingPeriod; instead: ReactNode; className: string }) {
  const [cost, setCost] = useState<Cost | null>();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    let current = true;
    fetchChangeCost('premium', period).then(
      (found) => current && setCost(found),
      (error: unknown) => {
        console.error('The price of the upgrade could not be loaded:', error);
        if (current) setCost(null);
      },
    );
    return () => {
      current = false;
    };
  }, [period]);
  // If today's price could not be loaded, do not offer the upgrade.
  if (cost === null) return instead;
  return (
    <>
      <Button kind="primary" busy={!cost} onClick={() => setOpen(true)} className={className}>
        {text.open(cost?.amount, cost?.currency)}
      </Button>
      {open && cost && <UpgradeDialog cost={cost} period={period} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Offers the upgrade from a paid Pro to Premium at today's price. Renders `instead` for every other account, and if the price is unknown. */
export function UpgradeOffer({ instead, className = '' }: { instead: ReactNode; className?: string }) {
  const online = useOnline();
  const subscription = useSubscription();
  const period = subscription?.billing_period;
  const mayChange = subscription?.status === 'active' || subscription?.status === 'trialing';
  if (!online || !period || !mayChange || planOf(subscription) !== 'pro' || paidPlanOf(subscription) !== 'pro')
    return instead;
  return <Offer period={period} instead={instead} className={className} />;
}
