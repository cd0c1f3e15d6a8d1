import { useEffect } from 'react';
import { useJournalDocs } from '@/device/live/use-journal';
import { useAccount } from '@/device/session/session-store';
import { addProduct, moveCartToAccount, removeProduct, setQuantity } from '../mutations';
import type { CartItem, CartProduct } from '../rules';
import { itemsOf, probe, useCartStore } from './cart-store';

/** The live cart of the visitor or the account. `ready` is false until the account's journal is open. */
export function useCart() {
  const account = useAccount();
  const docs = useJournalDocs('cart');
  const state = useCartStore();
  useEffect(
    () => void probe(account).then((hasServerCart) => (hasServerCart ? moveCartToAccount() : undefined)),
    [account],
  );
  const mine = state.account === account;
  const items: CartItem[] = mine ? itemsOf(state, docs ?? []) : [];
  return {
    items,
    ready: mine && (state.home === 'local' || docs !== undefined),
    unavailable: mine && state.unavailable,
    add: (product: CartProduct) => addProduct(items, product),
    setQuantity: (id: string, quantity: number) => setQuantity(items, id, quantity),
    remove: (id: string) => removeProduct(items, id),
  };
}
