import { create } from 'zustand';
import { STORAGE_KEYS } from '@/config/persisted-names';
import { accountCart, type CartItem, type CartProduct, parseCart } from '@/domain/cart';
import type { StoredJournalDoc } from '@/domain/journal';
import { readStored, writeStored } from '@/lib/local-storage';
import { probeCart } from './requests';

/**
 * Where the cart lives: a visitor's on this device, an account's in its journal, and on this device again when the server has no cart.
 * Rule: nothing is lost by a fallback: what was in sight goes on in the local cart.
 */
interface CartState {
  /** Whose cart this is; undefined for a visitor. */
  account: string | undefined;
  /** `local`: kept on this device alone. `account`: kept in the account's journal. */
  home: 'local' | 'account';
  /** The server has no cart for the account: to be told once. */
  unavailable: boolean;
  local: CartItem[];
  /** What the server told of, by the last probe. */
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

/** The account's cart cannot be used: what is in sight stays on this device. */
export function fallBack(items: CartItem[]) {
  keepLocally(items);
  useCartStore.setState({ home: 'local', unavailable: true });
}

/** Names and prices of what was put into the cart here, for when the server cannot be asked. */
const namedHere = (id: string): CartProduct | undefined =>
  parsed(STORAGE_KEYS.cartProducts).find(({ product }) => product.id === id)?.product;

export function rememberProduct(product: CartProduct) {
  const others = parsed(STORAGE_KEYS.cartProducts).filter((item) => item.product.id !== product.id);
  writeStored(STORAGE_KEYS.cartProducts, JSON.stringify([...others, { product, quantity: 1 }]));
}

export const itemsOf = ({ home, local, rows }: CartState, docs: readonly StoredJournalDoc<'cart'>[]): CartItem[] =>
  home === 'local' ? local : accountCart(rows, docs, namedHere);

/**
 * On every change of the account: is there a cart on the server? Without an answer the journal is used, which waits for the network.
 * @returns whether the server told what is in it.
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
