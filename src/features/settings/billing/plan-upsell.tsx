import { Check } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useTrialOffer } from '@/features/billing/widgets/use-trial-offer';
import { paths } from '@/shared/paths';
import { plans } from '@/shared/text/pricing';
import { buttonClass } from '@/ui/button';
import { SettingsCard } from '../settings-card';
import { billingText as text } from '../text';

/** Shown to free accounts in place of a subscription. */
export function PlanUpsell() {
  const trial = useTrialOffer();
  return (
    <SettingsCard title={text.upsellTitle} lead={trial ? `${text.upsellText} ${text.upsellTrial}` : text.upsellText}>
      <ul className="grid gap-2.5">
        {plans.pro.features
          .filter(({ included }) => included)
          .map((feature) => (
            <li key={feature.text} className="flex gap-3 font-semibold">
              <Check size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-ok" />
              {feature.text}
            </li>
          ))}
      </ul>
      <Link to={paths.pricing} className={buttonClass('primary', 'mt-6 px-6')}>
        {text.upsell}
      </Link>
    </SettingsCard>
  );
}
