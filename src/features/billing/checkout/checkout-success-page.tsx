import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { checkPlan } from '@/device/session/requests';
import { useSession } from '@/device/session/session-store';
import { useOnline } from '@/device/use-online';
import { useSubscription } from '@/features/accounts/queries/profile';
import { readStored, writeStored } from '@/shared/local-storage';
import { WANTED_PAGE_KEY } from '@/shared/names';
import { paths } from '@/shared/paths';
import { safePath } from '@/shared/safe-path';
import { checkout, plans } from '@/shared/text/pricing';
import { buttonClass } from '@/ui/button';
import { paidPlanOf } from '../rules/subscription';
import { CheckoutFrame } from './checkout-frame';

/** Providers report a payment within seconds. After this time (ms) the page says that no payment was found. */
const PATIENCE_MS = 15_000;

/**
 * The page after a paid checkout. Rule: confirm only a subscription that the server has reported, because the URL proves nothing.
 * The plan arrives with the next sync; one explicit request fetches it sooner.
 */
export function CheckoutSuccessPage() {
  const identity = useSession((session) => session.identity);
  const paid = paidPlanOf(useSubscription());
  const online = useOnline();
  const [late, setLate] = useState(false);
  const [wanted] = useState(() => safePath(readStored(WANTED_PAGE_KEY, () => sessionStorage)));
  useEffect(() => {
    void checkPlan();
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  const isPaid = identity !== null && paid !== 'free';
  useEffect(() => {
    // Remove the wanted page from the storage, so that a later payment does not offer the same page again.
    if (isPaid) writeStored(WANTED_PAGE_KEY, null, () => sessionStorage);
  }, [isPaid]);
  if (!identity)
    return <Page title={checkout.visitorTitle} text={checkout.visitorText} to={paths.login} action={checkout.signIn} />;
  if (paid !== 'free') {
    return (
      <Page
        title={checkout.successTitle}
        text={checkout.successReady(plans[paid].name)}
        to={wanted ?? paths.check}
        action={wanted ? checkout.toWanted : checkout.toDashboard}
        printed={10}
      />
    );
  }
  if (late && online)
    return (
      <Page
        title={checkout.noPaymentTitle}
        text={checkout.noPaymentText}
        to={paths.pricing}
        action={checkout.toPricing}
      />
    );
  const text = online ? checkout.checkText : checkout.checkOffline;
  return <Page title={checkout.checkTitle} text={text} to={paths.check} action={checkout.toDashboard} />;
}

interface PageProps {
  title: string;
  text: ReactNode;
  to: string;
  action: string;
  /** Number of printed layers, out of ten. */
  printed?: number;
}

const Page = ({ title, text, to, action, printed = 4.5 }: PageProps) => (
  <CheckoutFrame
    title={title}
    printed={printed}
    action={
      <Link to={to} className={buttonClass('primary')}>
        {action}
      </Link>
    }
  >
    <p>{text}</p>
  </CheckoutFrame>
);
