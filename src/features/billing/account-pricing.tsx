import { useIsPlanKnown } from '@/device/session/use-is-plan-known';
import { useSubscription } from '@/features/accounts/queries/profile';
import { UnknownPlanBanner } from '@/features/accounts/widgets/unknown-plan';
import { Pricing } from './pricing';
import { Subscribed } from './subscribed';

/** The plans for a signed-in account, which may have a plan already. */
export function AccountPricing({ wide }: { wide: boolean }) {
  const subscription = useSubscription();
  const UnknownPlan = useIsPlanKnown() ? null : UnknownPlanBanner;
  return <Pricing wide={wide} account={{ subscription, Subscribed, UnknownPlan }} />;
}
