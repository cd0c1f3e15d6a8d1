import { useSubscription } from '@/features/accounts/queries/profile';
import { Pricing } from './pricing';
import { Subscribed } from './subscribed';

/** The plans for a signed-in account, which may have a plan already. */
export function AccountPricing({ wide }: { wide: boolean }) {
  const subscription = useSubscription();
  return <Pricing wide={wide} account={{ subscription, Subscribed }} />;
}
