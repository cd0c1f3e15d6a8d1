import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { codeOf, ServiceError } from '@/device/service/requests';
import { checkPlan } from '@/device/session/requests';
import { fetchRefundOffer, type RefundOffer, refundLastPayment } from '@/features/billing/requests';
import { refundProblem, refundCard as text } from '@/features/billing/text/refund';
import { formatMoney } from '@/shared/format/format-money';
import { paths } from '@/shared/paths';
import { common } from '@/shared/text/common';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { Confirmation } from '@/ui/confirmation';
import { toast } from '@/ui/toast';
import { SettingsCard } from '../settings-card';

/** The refund that the server offers, or null. Requests the offer again when `version` changes. */
function useRefundOffer(version: string): RefundOffer | null {
  const [offer, setOffer] = useState<RefundOffer | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a payment or a refund changes the version
  useEffect(() => {
    let current = true;
    fetchRefundOffer().then(
      (found) => current && setOffer(found),
      (error: unknown) => {
        if (current) setOffer(null);
        console.error('The refund offer could not be loaded:', error);
      },
    );
    return () => {
      current = false;
    };
  }, [version]);
  return offer;
}

/** Confirms the refund. `offered`: the current offer; the dialog keeps the offer with which it opened. */
function RefundDialog({ offered, onClose }: { offered: RefundOffer; onClose: () => void }) {
  const navigate = useNavigate();
  const [offer] = useState(offered); // Keep the first offer: a refund on another device must not change the open dialog.
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { restores } = offer;
  const amount = formatMoney(offer.amount, offer.currency);
  const refund = async () => {
    setBusy(true);
    setProblem(null);
    try {
      // Rule: refund only the payment that the dialog names; another device may have refunded it meanwhile.
      const current = await fetchRefundOffer();
      if (current && current.until !== offer.until) throw new ServiceError('refund_changed');
      await refundLastPayment();
      toast('success', text.done(amount), { description: text.doneText, duration: 10_000 });
      // If the refund ends the plan, /settings would redirect, so go to the same tab of the settings for free accounts first.
      if (!restores) await navigate(`${paths.freeSettings}?tab=billing`, { replace: true });
      await checkPlan();
      onClose();
    } catch (error) {
      setProblem(refundProblem(codeOf(error)));
      setBusy(false);
    }
  };
  return (
    <Confirmation
      open
      onClose={onClose}
      title={text.title}
      closeLabel={common.close}
      cancelLabel={text.cancel}
      confirmLabel={busy ? text.busy : text.confirm(amount)}
      danger
      busy={busy}
      onConfirm={() => void refund()}
    >
      <ul className="grid list-disc gap-2 pl-5">
        <li>{text.comesBack(amount)}</li>
        {restores ? (
          <>
            <li>{text.restores(restores.plan, restores.period, restores.until)}</li>
            <li>{text.upgradeEnds}</li>
          </>
        ) : (
          <li>{text.ends}</li>
        )}
        <li>{text.stays}</li>
      </ul>
      {problem && (
        <div className="mt-4">
          <Banner kind="error">{problem}</Banner>
        </div>
      )}
    </Confirmation>
  );
}

/** The refund of the last payment, available for 24 hours. `version` changes with the subscription. */
export function RefundCard({ version }: { version: string }) {
  const offer = useRefundOffer(version);
  const [asking, setAsking] = useState(false);
  if (!offer) return null;
  return (
    <SettingsCard title={text.title} lead={text.lead(formatMoney(offer.amount, offer.currency), offer.until)}>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {text.open}
      </Button>
      {asking && <RefundDialog offered={offer} onClose={() => setAsking(false)} />}
    </SettingsCard>
  );
}
