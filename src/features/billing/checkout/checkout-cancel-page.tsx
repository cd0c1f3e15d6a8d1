import { Link } from 'react-router-dom';
import { paths } from '@/shared/paths';
import { checkout } from '@/shared/text/pricing';
import { buttonClass } from '@/ui/button';
import { CheckoutFrame } from './checkout-frame';

export function CheckoutCancelPage() {
  return (
    <CheckoutFrame
      title={checkout.cancelTitle}
      printed={2.5}
      action={
        <>
          <Link to={paths.check} className={buttonClass('quiet')}>
            {checkout.toDashboard}
          </Link>
          <Link to={paths.pricing} className={buttonClass('primary')}>
            {checkout.toPricing}
          </Link>
        </>
      }
    >
      <p>{checkout.cancelText}</p>
    </CheckoutFrame>
  );
}
