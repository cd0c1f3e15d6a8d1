import { ArrowLeft } from 'lucide-react';
import { type ComponentType, useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useOnline } from '@/device/use-online';
import type { SubscriptionRow } from '@/shared/account-rows';
import type { Plan } from '@/shared/entitlements';
import { paths } from '@/shared/paths';
import { safePath } from '@/shared/safe-path';
import { plans, pricing } from '@/shared/text/pricing';
import { Badge } from '@/ui/badge';
import { IconButton } from '@/ui/button';
import { SegmentedControl } from '@/ui/segmented-control';
import { ConfirmSheet } from './confirm-sheet';
import { PlanCard } from './plan-card';
import { PricingBanners } from './pricing-banners';
import { mayOfferTrial } from './rules/trial-offer';
import type { SubscribedProps } from './subscribed';
import { usePurchase } from './use-purchase';
import { PlanFeatures, WhyUs } from './why-us';

const order: readonly Plan[] = ['free', 'pro', 'premium'];

/** The page that needed a subscription, from the router state. Null for the dashboard, because the links on this page open it by default. */
function wantedPage(state: unknown): string | null {
  const path = typeof state === 'object' && state !== null && 'from' in state ? safePath(state.from) : null;
  return path === paths.dashboard ? null : path;
}

/** Reads `fromProtected` from the URL once and then removes it. The banner stays until it is closed. `wanted`: the screen that led here. */
function useFromProtected() {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const [fromProtected, setFromProtected] = useState(() => search.get('fromProtected') === 'true');
  useEffect(() => {
    if (!search.has('fromProtected')) return;
    search.delete('fromProtected');
    setSearch(search, { replace: true, state });
  }, [search, setSearch, state]);
  return { fromProtected, close: () => setFromProtected(false), wanted: wantedPage(state) };
}

/** The parts of the page that only signed-in accounts need (account-pricing.tsx). */
export interface AccountParts {
  subscription: SubscriptionRow | null | undefined;
  Subscribed: ComponentType<SubscribedProps>;
  /** The banner that says that the account's plan is unknown; null if it is known. */
  UnknownPlan: ComponentType | null;
}

interface PricingProps {
  /** True on /pricing, the page for desktops; false on /pricing_mobile. */
  wide: boolean;
  /** Undefined for a visitor. */
  account?: AccountParts;
}

/** The plans and their prices. Rule: this module imports nothing that reads the mirror, so that visitors do not load the sync engine. */
export function Pricing({ wide, account }: PricingProps) {
  const navigate = useNavigate();
  const { key } = useLocation();
  const online = useOnline();
  const { fromProtected, close, wanted } = useFromProtected();
  const purchase = usePurchase(wanted, account?.subscription);
  const trial = mayOfferTrial(online, !account, account?.subscription?.trial_used);
  const { period, checking, subscribed } = purchase;
  // Show information that arrives late below the cards, so that the cards do not move while the visitor taps one.
  const [wasSubscribed] = useState(subscribed);

  const buttonOf = (plan: Plan) => {
    if (checking) return { text: pricing.loading, disabled: true };
    if (plan !== 'free' && !purchase.canBuy(plan)) return { text: pricing.subscribed, disabled: true };
    return { text: plans[plan].button, disabled: false };
  };
  // A page that was opened directly has no previous history entry.
  const back = () => (key === 'default' ? navigate(purchase.visitor ? paths.landing : paths.check) : navigate(-1));

  return (
    <main className="wrap-anywhere mx-auto grid w-full max-w-[1200px] gap-8 px-4 pt-3 pb-14 md:px-6 md:pt-2">
      <div className="grid gap-4">
        <IconButton label={pricing.back} onClick={back} className="-ml-2">
          <ArrowLeft size={22} aria-hidden="true" />
        </IconButton>
        <PricingBanners
          fromProtected={fromProtected}
          onCloseProtected={close}
          visitor={purchase.visitor}
          subscribed={subscribed}
          online={online}
          wanted={wanted}
        >
          {!checking && account?.UnknownPlan && <account.UnknownPlan />}
          {account && wasSubscribed && (
            <account.Subscribed online={online} granted={purchase.granted} wanted={wanted} />
          )}
        </PricingBanners>
        <div className="grid justify-items-center gap-2 text-center">
          <h1 className="text-3xl">{pricing.title}</h1>
          <p className="max-w-prose text-balance text-muted">{pricing.lead}</p>
          <SegmentedControl
            label={pricing.period}
            value={period}
            onChange={purchase.setPeriod}
            options={[
              { value: 'monthly', label: pricing.monthly },
              { value: 'yearly', label: pricing.yearly, mark: <Badge tone="accent">{pricing.badge}</Badge> },
            ]}
            className="mt-3 w-full max-w-xs"
          />
          <p className="font-semibold text-ok text-sm">{pricing.save}</p>
        </div>
      </div>
      <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
        {order.map((plan, index) => (
          <PlanCard
            key={plan}
            plan={plan}
            period={period}
            index={index}
            button={buttonOf(plan)}
            trial={trial && plan !== 'free' && purchase.canBuy(plan)}
            onChoose={() => (plan === 'free' ? purchase.chooseFree() : purchase.choose(plan))}
          />
        ))}
      </div>
      {account && !wasSubscribed && subscribed && (
        <account.Subscribed online={online} granted={purchase.granted} wanted={wanted} />
      )}
      <div className="-mt-4 grid gap-1 text-center text-muted text-sm">
        <p>
          {trial && purchase.canBuy('premium') && `${pricing.trialNote} `}
          {pricing.refundNote}
        </p>
        <p>{pricing.levaNote}</p>
      </div>
      <WhyUs />
      {wide && <PlanFeatures />}
      <ConfirmSheet
        plan={purchase.chosen}
        period={period}
        visitor={purchase.visitor}
        trial={trial}
        opening={purchase.opening}
        problem={purchase.problem}
        onConfirm={purchase.confirm}
        onCancel={purchase.close}
      />
    </main>
  );
}
