import { Link } from 'react-router-dom';
import { useIsPlanKnown } from '@/device/session/use-is-plan-known';
import { useInitialSync } from '@/device/sync/use-initial-sync';
import { useOnline } from '@/device/use-online';
import { useSubscription } from '@/features/accounts/queries/profile';
import { UnknownPlan } from '@/features/accounts/widgets/unknown-plan';
import { canBuy, isGranted, paidPlanOf } from '@/features/billing/rules/subscription';
import { PortalButton } from '@/features/billing/widgets/portal-button';
import { UpgradeOffer } from '@/features/billing/widgets/upgrade-offer';
import type { SubscriptionRow } from '@/shared/account-rows';
import { type Plan, planOf } from '@/shared/entitlements';
import { paths } from '@/shared/paths';
import { lastSofiaDay } from '@/shared/sofia-time';
import { common } from '@/shared/text/common';
import { plans } from '@/shared/text/pricing';
import { Badge } from '@/ui/badge';
import { Banner } from '@/ui/banner';
import { buttonClass } from '@/ui/button';
import { SkeletonText } from '@/ui/skeleton';
import { SettingsCard } from '../settings-card';
import { billingText as text } from '../text';
import { CompanyCard } from './company-card';
import { InvoiceList } from './invoice-list';
import { PlanUpsell } from './plan-upsell';
import { RefundCard } from './refund-card';

/** Sentences about the plan: granted or paid, how it is paid, and what happens next. */
function facts(subscription: SubscriptionRow): string[] {
  const { status, billing_period, trial_ends_at, current_period_end, cancel_at_period_end, granted_until } =
    subscription;
  const [granted, paid] = [isGranted(subscription), paidPlanOf(subscription)];
  const grant =
    granted && (granted_until ? text.grantedUntil(`${lastSofiaDay(granted_until)}T12:00Z`) : text.grantedForever);
  if (paid === 'free') return grant ? [grant] : [];
  return [
    grant,
    granted && text.paidBeside(plans[paid].name),
    billing_period && text.period[billing_period],
    status === 'trialing' && trial_ends_at && text.trial(trial_ends_at),
    // While a payment is overdue, the date of the next payment is unknown.
    status === 'past_due'
      ? text.due
      : current_period_end && (cancel_at_period_end ? text.ends(current_period_end) : text.renews(current_period_end)),
  ].filter((fact) => typeof fact === 'string' && fact !== '') as string[]; // The cast is safe because the filter leaves only strings.
}

/**
 * `known`: the plan that the server last reported.
 * Rule: until the subscription row arrives, show only `known`; never show a subscriber as a free account.
 */
export function BillingTab({ email, known }: { email: string; known: Plan }) {
  const online = useOnline();
  const subscription = useSubscription();
  const initialSync = useInitialSync();
  const isKnown = useIsPlanKnown();
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
            isGranted(subscription) ? (
              <Badge tone="ok">{text.granted}</Badge>
            ) : (
              <Badge tone={subscription.cancel_at_period_end || subscription.status === 'past_due' ? 'warn' : 'ok'}>
                {text.status(subscription.status)}
              </Badge>
            )
          }
        >
          <ul className="grid gap-1">
            {facts(subscription).map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
          {paidPlanOf(subscription) !== 'free' && <div className="mt-5">{manage}</div>}
          <UpgradeOffer
            className="mt-5 px-6"
            instead={
              canBuy(subscription, plan, 'premium') && (
                <Link to={paths.pricing} className={buttonClass('primary', 'mt-5 px-6')}>
                  {text.upgrade}
                </Link>
              )
            }
          />
        </SettingsCard>
      ) : subscription || initialSync === 'complete' || (isKnown && known === 'free') ? (
        <PlanUpsell />
      ) : !isKnown ? (
        <UnknownPlan headingLevel={2} />
      ) : (
        <SettingsCard title={text.plan(plans[known].name)} lead={text.notHere}>
          {manage}
        </SettingsCard>
      )}
      {online && paidPlanOf(subscription) !== 'free' && <RefundCard version={subscription?.updated_at ?? ''} />}
      <CompanyCard online={online} />
      <InvoiceList email={email} subscription={subscription} />
    </>
  );
}
