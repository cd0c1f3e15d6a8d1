import { create } from 'zustand';
import type { StoredJournalDoc } from '@/shared/journal';
import { readStored, writeStored } from '@/shared/local-storage';
import { STORAGE_KEYS } from '@/shared/names';
import { probeCart } from '../requests';
import { accountCart, type CartItem, type CartProduct, parseCart } from '../rules';

/**
 * Storage of the cart: localStorage for a visitor, the journal for an account, localStorage again if the server has no cart for the account.
 * Rule: a fallback loses nothing: it copies the visible items to the local cart.
 */
interface CartState {
  /** Owner of the cart; undefined for a visitor. */
  account: string | undefined;
  /** `local`: stored on this device only. `account`: stored in the account's journal. */
  home: 'local' | 'account';
  /** True if the account's cart cannot be used; a notice tells the user once. */
  unavailable: boolean;
  local: CartItem[];
  /** The server's items as of the last probe. */
  rows: CartItem[];
}

function parsed(key: string): CartItem[] {
  try {
    return parseCart(JSON.parse(readStored(key) ?? '[]'));
  } catch {
    return [];
  }
}

export const useCartStore = create<CartState>()(() => ({
  account: undefined,
  home: 'local',
  unavailable: false,
  local: parsed(STORAGE_KEYS.cart),
  rows: [],
}));

export function keepLocally(items: CartItem[]) {
  writeStored(STORAGE_KEYS.cart, JSON.stringify(items));
  useCartStore.setState({ local: items });
}

/** Falls back to the local cart with the visible items, because the account's cart cannot be used. */
export function fallBack(items: CartItem[]) {
  keepLocally(items);
  useCartStore.setState({ home: 'local', unavailable: true });
}

/** Name and price of a product that this device has seen, for use offline. */
const namedHere = (id: string): CartProduct | undefined =>
  parsed(STORAGE_KEYS.cartProducts).find(({ product }) => product.id === id)?.product;

export function rememberProduct(product: CartProduct) {
  const others = parsed(STORAGE_KEYS.cartProducts).filter((item) => item.product.id !== product.id);
  writeStored(STORAGE_KEYS.cartProducts, JSON.stringify([...others, { product, quantity: 1 }]));
}

export const itemsOf = ({ home, local, rows }: CartState, docs: readonly StoredJournalDoc<'cart'>[]): CartItem[] =>
  home === 'local' ? local : accountCart(rows, docs, namedHere);

/**
 * Switches to the cart of another account: asks the server for the cart. Without a response, uses the journal, which works offline; if the
 * server has no carts at all, uses the cart stored in this browser.
 * @returns true if the server returned the cart
 */
export async function probe(account: string | undefined, ask = probeCart): Promise<boolean> {
  if (!account) {
    useCartStore.setState({ account, home: 'local', unavailable: false, local: parsed(STORAGE_KEYS.cart), rows: [] });
    return false;
  }
  useCartStore.setState({ account, home: 'account', unavailable: false, rows: [] });
  const answer = await ask(account);
  if (useCartStore.getState().account !== account || !answer) return false;
  if (answer === 'missing') {
    fallBack(parsed(STORAGE_KEYS.cart));
    return false;
  }
  for (const { product } of answer) rememberProduct(product);
  useCartStore.setState({ rows: answer });
  return true;
}
