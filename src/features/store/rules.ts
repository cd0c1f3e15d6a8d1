/**
 * The cart's contents and changes (specification 3 §4).
 * Guarantees: pure; a quantity is an integer from 1 to CART_QUANTITY; a product occurs once.
 */

import type { StoredJournalDoc } from '@/shared/journal';
import { CART_QUANTITY } from '@/shared/limits';

export interface CartProduct {
  id: string;
  name: string;
  /** In euros. */
  price: number;
}

export interface CartItem {
  product: CartProduct;
  quantity: number;
}

const isWhole = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value);

/** Adding a product that is already in the cart increases its quantity. */
export function addToCart(items: readonly CartItem[], product: CartProduct): CartItem[] {
  const found = items.find((item) => item.product.id === product.id);
  if (!found) return [...items, { product, quantity: 1 }];
  return changeQuantity(items, product.id, found.quantity + 1);
}

/** Rule: ignore quantities below 1 and above the limit; removing a product is a separate action. */
export function changeQuantity(items: readonly CartItem[], id: string, quantity: number): CartItem[] {
  if (!isWhole(quantity) || quantity < 1 || quantity > CART_QUANTITY) return [...items];
  return items.map((item) => (item.product.id === id ? { ...item, quantity } : item));
}

export const removeFromCart = (items: readonly CartItem[], id: string): CartItem[] =>
  items.filter((item) => item.product.id !== id);

/** Total price of the cart in euros, summed in cents. */
export const cartTotal = (items: readonly CartItem[]): number =>
  items.reduce((sum, { product, quantity }) => sum + Math.round(product.price * 100) * quantity, 0) / 100;

/** The account's cart: the server's rows, overridden by newer journal documents. */
export function accountCart(
  rows: readonly CartItem[],
  docs: readonly StoredJournalDoc<'cart'>[],
  named: (id: string) => CartProduct | undefined,
): CartItem[] {
  const quantities = new Map(rows.map(({ product, quantity }) => [product.id, quantity]));
  for (const { data } of docs) quantities.set(data.product_id, data.quantity);
  return [...quantities].flatMap(([id, quantity]) => {
    const product = rows.find((row) => row.product.id === id)?.product ?? named(id);
    return quantity > 0 ? [{ product: product ?? { id, name: '', price: 0 }, quantity }] : [];
  });
}

/** Parses a product from the server or from storage; null if it is invalid. Some servers return numeric columns as text: "21.90". */
export function parseProduct(value: unknown): CartProduct | null {
  if (typeof value !== 'object' || value === null) return null;
  // The cast is safe because each member is checked below.
  const { id, name, price: rawPrice } = value as Partial<Record<keyof CartProduct, unknown>>;
  const price = typeof rawPrice === 'string' && rawPrice.trim() !== '' ? Number(rawPrice) : rawPrice;
  if (
    typeof id !== 'string' ||
    typeof name !== 'string' ||
    typeof price !== 'number' ||
    !Number.isFinite(price) ||
    price < 0
  )
    return null;
  return { id, name, price };
}

/** Parses a stored cart and omits invalid items. */
export function parseCart(value: unknown): CartItem[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown): CartItem[] => {
    const { product: rawProduct, quantity } = (typeof item === 'object' && item ? item : {}) as Partial<
      Record<keyof CartItem, unknown>
    >; // The cast is safe because each member is checked below.
    const product = parseProduct(rawProduct);
    return product && isWhole(quantity) && quantity >= 1 && quantity <= CART_QUANTITY ? [{ product, quantity }] : [];
  });
}

/** True when the server has no cart for the account: no table or no permission (specification 3 §8). False for a network error. */
export const isCartMissing = ({ code = '', message = '' }: { code?: string; message?: string }): boolean =>
  ['42P01', 'PGRST205', '42501'].includes(code) || /does not exist|permission denied/i.test(message);
