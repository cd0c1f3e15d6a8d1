import { useSubscription } from '@/data/profile/queries';
import { useArrival } from '@/data/sync/use-sync-status';
import { type Plan, planOf } from '@/domain/entitlements';
import type { SubscriptionRow } from '@/domain/rows';
import { useOnline } from '@/lib/use-online';
import { common } from '@/text/common';
import { plans } from '@/text/pricing';
import { billingText as text } from '@/text/settings';
import { Badge } from '@/ui/badge';
import { Banner } from '@/ui/banner';
import { SkeletonText } from '@/ui/skeleton';
import { PortalButton } from '@/widgets/portal-button';
import { SettingsCard } from '../settings-card';
import { InvoiceList } from './invoice-list';
import { PlanUpsell } from './plan-upsell';

/** What is true of the subscription, in sentences: paid how, and what happens next and when. */
function facts({
  status,
  billing_period,
  trial_ends_at,
  current_period_end,
  cancel_at_period_end,
}: SubscriptionRow): string[] {
  return [
    billing_period && text.period[billing_period],
    status === 'trialing' && trial_ends_at && text.trial(trial_ends_at),
    current_period_end && (cancel_at_period_end ? text.ends(current_period_end) : text.renews(current_period_end)),
  ].filter((fact) => typeof fact === 'string' && fact !== '') as string[]; // what is left are sentences
}

/** `known`: the plan that the server has told of. Rule: as long as its row is not on this device, that is all there is to say; nobody is called free. */
export function BillingTab({ email, known }: { email: string; known: Plan }) {
  const online = useOnline();
  const subscription = useSubscription();
  const arrival = useArrival();
  const plan = planOf(subscription);
  if (subscription === undefined) {
    return (
      <SettingsCard title={text.title}>
        <div role="status" aria-label={common.loading}>
          <SkeletonText />
        </div>
      </SettingsCard>
    );
  }
  const manage = (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <PortalButton kind="quiet" disabled={!online} />
      <p className="text-muted text-sm">{text.manageText}</p>
    </div>
  );
  return (
    <>
      {!online && <Banner kind="network">{text.offline}</Banner>}
      {subscription && plan !== 'free' ? (
        <SettingsCard
          title={text.plan(plans[plan].name)}
          end={
            <Badge tone={subscription.cancel_at_period_end ? 'warn' : 'ok'}>{text.status(subscription.status)}</Badge>
          }
        >
          <ul className="grid gap-1">
            {facts(subscription).map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
          <div className="mt-5">{manage}</div>
        </SettingsCard>
      ) : subscription || arrival === 'whole' ? (
        <PlanUpsell />
      ) : (
        <SettingsCard title={text.plan(plans[known].name)} lead={text.notHere}>
          {manage}
        </SettingsCard>
      )}
      <InvoiceList email={email} subscription={subscription} />
    </>
  );
}
