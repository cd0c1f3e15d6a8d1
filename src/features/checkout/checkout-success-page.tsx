import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '@/config/paths';
import { checkPlan } from '@/data/session/requests';
import { useSession } from '@/data/session/session-store';
import { isSubscriber } from '@/domain/entitlements';
import { checkout, plans } from '@/text/pricing';
import { buttonClass } from '@/ui/button';
import { CheckoutFrame } from './checkout-frame';

/** Where a paid checkout leads. The plan comes by itself, through the feed; asking once only makes it sooner. */
export function CheckoutSuccessPage() {
  const identity = useSession((session) => session.identity);
  const plan = identity?.plan ?? 'free';
  useEffect(() => {
    void checkPlan();
  }, []);
  if (!identity) {
    return (
      <CheckoutFrame
        title={checkout.successTitle}
        printed={10}
        action={
          <Link to={paths.login} className={buttonClass('primary')}>
            {checkout.signIn}
          </Link>
        }
      >
        <p>{checkout.successVisitor}</p>
      </CheckoutFrame>
    );
  }
  const ready = isSubscriber(plan);
  return (
    <CheckoutFrame
      title={checkout.successTitle}
      printed={ready ? 10 : 6.5}
      action={
        <Link to={paths.check} className={buttonClass('primary')}>
          {checkout.toDashboard}
        </Link>
      }
    >
      <p>{ready ? checkout.successReady(plans[plan].name) : checkout.successWaiting}</p>
    </CheckoutFrame>
  );
}
