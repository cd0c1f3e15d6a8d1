import { useCart } from '@/data/cart/use-cart';
import { LAUNCHING } from '@/text/launch';
import { cart as text } from '@/text/store';
import { CartItems } from './cart-items';
import { StoreFrame } from './store-frame';
import { useCartWarning } from './use-cart-warning';

export function CartPage() {
  const cart = useCart();
  useCartWarning(cart.unavailable);
  return (
    <StoreFrame title={text.title} when={LAUNCHING} lead={text.lead} shape="vase">
      {cart.ready && cart.items.length > 0 && <CartItems {...cart} />}
    </StoreFrame>
  );
}
