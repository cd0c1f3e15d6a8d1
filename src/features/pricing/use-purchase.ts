import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '@/config/paths';
import { STORAGE_KEYS } from '@/config/persisted-names';
import { useSubscription } from '@/data/profile/queries';
import { checkPlan } from '@/data/session/requests';
import { currentIdentity, useSession } from '@/data/session/session-store';
import { usePlan } from '@/data/session/use-plan';
import { isSubscriber } from '@/domain/entitlements';
import { type PendingPlan, parsePendingPlan } from '@/domain/pending-plan';
import type { BillingPeriod, PaidPlan } from '@/domain/pricing';
import { canBuy, isGranted, paidPlanOf } from '@/domain/subscription';
import { readStored, writeStored } from '@/lib/local-storage';
import { billingProblem } from '@/text/pricing';

const session = () => sessionStorage;
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'other');

/** The choice made before signing in, taken once. A visitor's stays for the time after the sign-in. */
const takePending = (): PendingPlan | null =>
  currentIdentity() ? parsePendingPlan(readStored(STORAGE_KEYS.pendingPlan, session)) : null;

/** From the choice of a plan to the checkout: the sheet, the consents' outcome, the sign-in between, what went wrong. */
export function usePurchase() {
  const navigate = useNavigate();
  const identity = useSession((state) => state.identity);
  const [pending] = useState(takePending);
  const [period, setPeriod] = useState<BillingPeriod>(pending?.billingPeriod ?? 'monthly');
  const [chosen, setChosen] = useState<PaidPlan | null>(pending?.planId ?? null);
  const [checking, setChecking] = useState(() => identity !== null && navigator.onLine);
  const [opening, setOpening] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const subscription = useSubscription();
  const held = usePlan();
  const subscribed = isSubscriber(held);
  const mayBuy = (plan: PaidPlan) => canBuy(subscription, held, plan);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once, when the screen appears
  useEffect(() => {
    if (identity) writeStored(STORAGE_KEYS.pendingPlan, null, session);
    if (checking) void checkPlan().finally(() => setChecking(false));
    // The page comes back from the browser's memory after the checkout as it was left: with a spinner.
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
      const { startCheckout } = await import('@/data/billing/requests');
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
    /** The sheet stands open for this plan. Whoever is subscribed already has nothing to confirm. */
    chosen: checking || (chosen && !mayBuy(chosen)) ? null : chosen,
    choose: (plan: PaidPlan) => setChosen(plan),
    /** Drops a paid plan that was chosen before, so that the sign-in does not lead back to its checkout. */
    chooseFree: () => {
      writeStored(STORAGE_KEYS.pendingPlan, null, session);
      void navigate(paths.dashboardFree);
    },
    close,
    confirm,
    checking,
    subscribed,
    canBuy: mayBuy,
    /** The plan in force, where no subscription pays for any. */
    granted: isGranted(subscription) && paidPlanOf(subscription) === 'free' ? held : null,
    opening,
    problem,
    visitor: identity === null,
  };
}
