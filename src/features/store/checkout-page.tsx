import { Link } from 'react-router-dom';
import { paths } from '@/shared/paths';
import { buttonClass } from '@/ui/button';
import { StoreFrame } from './store-frame';
import { AVAILABLE } from './text/launch';
import { checkout } from './text/store';

export function CheckoutPage() {
  return (
    <StoreFrame title={checkout.title} when={AVAILABLE} lead={checkout.lead} shape="gear">
      <Link to={paths.store} className={buttonClass('quiet', 'mt-6')}>
        {checkout.store}
      </Link>
    </StoreFrame>
  );
}
