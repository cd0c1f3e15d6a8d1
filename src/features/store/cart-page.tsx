import { CartItems } from './cart-items';
import { useCart } from './queries/use-cart';
import { StoreFrame } from './store-frame';
import { LAUNCHING } from './text/launch';
import { cart as text } from './text/store';
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
