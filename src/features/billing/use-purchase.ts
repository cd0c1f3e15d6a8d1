import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { codeOf } from '@/device/service/requests';
import { checkPlan } from '@/device/session/requests';
import { currentIdentity, useSession } from '@/device/session/session-store';
import { usePlan } from '@/device/session/use-plan';
import type { SubscriptionRow } from '@/shared/account-rows';
import { isSubscriber } from '@/shared/entitlements';
import { readStored, writeStored } from '@/shared/local-storage';
import { STORAGE_KEYS, WANTED_PAGE_KEY } from '@/shared/names';
import { paths } from '@/shared/paths';
import type { BillingPeriod, PaidPlan } from '@/shared/pricing';
import { billingProblem } from '@/shared/text/pricing';
import { type PendingPlan, parsePendingPlan } from './rules/pending-plan';
import { canBuy, isGranted, paidPlanOf } from './rules/subscription';

const session = () => sessionStorage;
/** The plan that was chosen before signing in. Null while nobody is signed in: the choice then stays stored until the sign-in. */
const takePending = (): PendingPlan | null =>
  currentIdentity() ? parsePendingPlan(readStored(STORAGE_KEYS.pendingPlan, session)) : null;

/**
 * State of a purchase, from the choice of a plan through the sheet and a sign-in to the checkout, and its errors.
 * `wanted`: the page to open afterwards. `subscription`: the account's row; undefined for a visitor.
 */
export function usePurchase(wanted: string | null, subscription: SubscriptionRow | null | undefined) {
  const navigate = useNavigate();
  const identity = useSession((state) => state.identity);
  const [pending] = useState(takePending);
  const [period, setPeriod] = useState<BillingPeriod>(pending?.billingPeriod ?? 'monthly');
  const [chosen, setChosen] = useState<PaidPlan | null>(pending?.planId ?? null);
  const [checking, setChecking] = useState(() => identity !== null && navigator.onLine);
  const [opening, setOpening] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const held = usePlan();
  const subscribed = isSubscriber(held);
  const mayBuy = (plan: PaidPlan) => canBuy(subscription, held, plan);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount
  useEffect(() => {
    if (identity) writeStored(STORAGE_KEYS.pendingPlan, null, session);
    if (checking) void checkPlan().finally(() => setChecking(false));
    // On Back from the checkout, the back/forward cache restores this page with its running spinner, so stop the spinner.
    const shown = (event: PageTransitionEvent) => event.persisted && setOpening(false);
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, []);

  const close = () => {
    setChosen(null);
    setProblem(null);
  };

  const confirm = async () => {
    if (!chosen) return;
    if (!identity) {
      const choice: PendingPlan = { planId: chosen, billingPeriod: period };
      writeStored(STORAGE_KEYS.pendingPlan, JSON.stringify(choice), session);
      close();
      void navigate(paths.login);
      return;
    }
    setOpening(true);
    setProblem(null);
    try {
      const { giveConsents, startCheckout } = await import('./requests');
      await giveConsents('purchase');
      // Without `wanted`, keep the path that is already stored: a notification may have requested it (check-page.tsx).
      if (wanted) writeStored(WANTED_PAGE_KEY, wanted, session);
      location.assign(await startCheckout(chosen, period));
    } catch (error) {
      const code = codeOf(error);
      if (code === 'already_subscribed') void checkPlan();
      setProblem(billingProblem(code));
      setOpening(false);
    }
  };

  return {
    period,
    setPeriod,
    /** The plan for which the sheet is open; null if the sheet is closed or the account cannot buy the plan. */
    chosen: checking || (chosen && !mayBuy(chosen)) ? null : chosen,
    choose: (plan: PaidPlan) => setChosen(plan),
    /** Drops a chosen paid plan, so that the sign-in does not continue to its checkout. */
    chooseFree: () => {
      writeStored(STORAGE_KEYS.pendingPlan, null, session);
      void navigate(paths.dashboardFree);
    },
    close,
    confirm,
    checking,
    subscribed,
    canBuy: mayBuy,
    /** The current plan if it was granted and no subscription pays for it; otherwise null. */
    granted: isGranted(subscription) && paidPlanOf(subscription) === 'free' ? held : null,
    opening,
    problem,
    visitor: identity === null,
  };
}
