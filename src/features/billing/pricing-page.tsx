import { useAccount } from '@/device/session/session-store';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { Pricing } from './pricing';

const AccountPricing = lazyWithRetry(() => import('./account-pricing').then((module) => module.AccountPricing));

function PricingOf({ wide }: { wide: boolean }) {
  return useAccount() ? <AccountPricing wide={wide} /> : <Pricing wide={wide} />;
}

export const PricingPage = () => <PricingOf wide />;
export const PricingMobilePage = () => <PricingOf wide={false} />;
