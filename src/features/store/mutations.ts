import { CART_QUANTITY } from '@/shared/limits';
import { fallBack, keepLocally, rememberProduct, useCartStore } from './queries/cart-store';
import { addToCart, type CartItem, type CartProduct, changeQuantity, removeFromCart } from './rules';

// Mutations of the cart. `items`: the visible items before the change. If the write fails, the changed items become the local cart.

async function writeQuantity(account: string, id: string, next: (before: number) => number, shown: number) {
  const { openOutbox } = await import('@sync');
  await (await openOutbox(account)).write('cart', id, (before) => {
    const quantity = next(before?.data.quantity ?? shown);
    return before?.data.quantity === quantity ? before.data : { product_id: id, quantity };
  });
}

/** Rule: if the write fails, keep the cart in localStorage so that nothing is lost. */
async function change(
  items: CartItem[],
  after: CartItem[],
  id: string,
  next: (before: number) => number,
): Promise<void> {
  const { account, home } = useCartStore.getState();
  if (!account || home === 'local') return keepLocally(after);
  const shown = items.find(({ product }) => product.id === id)?.quantity ?? 0;
  await writeQuantity(account, id, next, shown).catch((error: unknown) => {
    console.error('The cart is kept on this device:', error);
    fallBack(after);
  });
}

export function addProduct(items: CartItem[], { id, name, price }: CartProduct): Promise<void> {
  const product = { id, name, price };
  rememberProduct(product);
  return change(items, addToCart(items, product), id, (before) => Math.min(CART_QUANTITY, before + 1));
}

export function setQuantity(items: CartItem[], id: string, quantity: number): Promise<void> {
  if (quantity < 1 || quantity > CART_QUANTITY) return Promise.resolve();
  return change(items, changeQuantity(items, id, quantity), id, () => quantity);
}

export const removeProduct = (items: CartItem[], id: string): Promise<void> =>
  change(items, removeFromCart(items, id), id, () => 0);

/**
 * Moves a visitor's cart into the account that signed in. The larger quantity of each product wins, so a repeated move changes nothing.
 * Rule: move items only after the server returned the cart; items that could not be moved stay local.
 */
export async function moveCartToAccount(): Promise<void> {
  const { account, home, local, rows } = useCartStore.getState();
  if (!account || home === 'local' || local.length === 0) return;
  try {
    for (const { product, quantity } of local) {
      rememberProduct(product);
      const shown = rows.find((row) => row.product.id === product.id)?.quantity ?? 0;
      await writeQuantity(account, product.id, (before) => Math.max(before, quantity), shown);
    }
    keepLocally([]);
  } catch (error) {
    console.error('The visitor’s cart stays on this device:', error);
  }
}
