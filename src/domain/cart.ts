/**
 * The cart: what is in it and how it changes (specification 3 §4).
 * Guarantees: pure; a quantity is a whole number from 1 to CART_QUANTITY; a product is in the cart once.
 */
import { CART_QUANTITY } from '@/config/limits';
import type { StoredJournalDoc } from './journal';

export interface CartProduct {
  id: string;
  name: string;
  /** Euros. */
  price: number;
}

export interface CartItem {
  product: CartProduct;
  quantity: number;
}

const isWhole = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value);

/** Adding what is there already makes more of it. */
export function addToCart(items: readonly CartItem[], product: CartProduct): CartItem[] {
  const found = items.find((item) => item.product.id === product.id);
  if (!found) return [...items, { product, quantity: 1 }];
  return changeQuantity(items, product.id, found.quantity + 1);
}

/** Rule: a quantity below 1 is ignored, as is one that no cart can hold; taking a product out is another act. */
export function changeQuantity(items: readonly CartItem[], id: string, quantity: number): CartItem[] {
  if (!isWhole(quantity) || quantity < 1 || quantity > CART_QUANTITY) return [...items];
  return items.map((item) => (item.product.id === id ? { ...item, quantity } : item));
}

export const removeFromCart = (items: readonly CartItem[], id: string): CartItem[] =>
  items.filter((item) => item.product.id !== id);

/** Euros, reckoned in cents. */
export const cartTotal = (items: readonly CartItem[]): number =>
  items.reduce((sum, { product, quantity }) => sum + Math.round(product.price * 100) * quantity, 0) / 100;

/** What an account has in its cart: the rows the server told of, and over them what the journal says, which is newer. */
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

/** A product as the server or the device tells of it, or null. Some servers write SQL's exact numbers as text: "21.90". */
export function parseProduct(value: unknown): CartProduct | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, name, price: told } = value as Partial<Record<keyof CartProduct, unknown>>; // read member by member
  const price = typeof told === 'string' && told.trim() !== '' ? Number(told) : told;
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

/** A cart as the device or the server keeps it; what is not an item of a cart is left out. */
export function parseCart(value: unknown): CartItem[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown): CartItem[] => {
    const { product: told, quantity } = (typeof item === 'object' && item ? item : {}) as Partial<
      Record<keyof CartItem, unknown>
    >; // as above
    const product = parseProduct(told);
    return product && isWhole(quantity) && quantity >= 1 && quantity <= CART_QUANTITY ? [{ product, quantity }] : [];
  });
}

/** The server has no cart for us: no table (PostgreSQL, PostgREST), or no permission (specification 3 §8). A lost network is none of these. */
export const isCartMissing = ({ code = '', message = '' }: { code?: string; message?: string }): boolean =>
  ['42P01', 'PGRST205', '42501'].includes(code) || /does not exist|permission denied/i.test(message);
