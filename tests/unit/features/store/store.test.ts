// @vitest-environment happy-dom

import { CART_QUANTITY } from '@/shared/limits';
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { earlierSignUps, isEmailLike, signUpOf } from '@/features/contact/rules';
import { addProduct, moveCartToAccount, removeProduct, setQuantity } from '@/features/store/mutations';
import { itemsOf, probe, useCartStore } from '@/features/store/queries/cart-store';
import {
  accountCart,
  addToCart,
  type CartItem,
  cartTotal,
  changeQuantity,
  isCartMissing,
  parseCart,
  removeFromCart,
} from '@/features/store/rules';
import { LAUNCH_REPEAT_MS } from '@/shared/app-limits';
import type { StoredJournalDoc } from '@/shared/journal';
import { STORAGE_KEYS } from '@/shared/names';
import { shownDocsOf } from '../../../helpers/shown';

const nozzle = { id: '70000000-0000-4000-8000-000000000001', name: 'Дюза 0,4 мм', price: 9.9 };
const spool = { id: '70000000-0000-4000-8000-000000000002', name: 'PLA 1 кг', price: 19.95 };

const cartDoc = (id: string, quantity: number): StoredJournalDoc<'cart'> => ({
  id: `cart/${id}`,
  kind: 'cart',
  at: 1,
  active_on: '2026-11-21',
  rev: 0,
  pending: true,
  data: { product_id: id, quantity },
});

describe('the rules of the cart', () => {
  test('adding a product again increases its quantity up to the limit', () => {
    const two = addToCart(addToCart(addToCart([], nozzle), spool), nozzle);
    expect(two.map(({ quantity }) => quantity)).toEqual([2, 1]);
    expect(addToCart([{ product: nozzle, quantity: CART_QUANTITY }], nozzle)[0]?.quantity).toBe(CART_QUANTITY);
  });

  test.each([0, -1, 1.5, Number.NaN, CART_QUANTITY + 1])('a quantity of %s is ignored', (quantity) => {
    expect(changeQuantity([{ product: nozzle, quantity: 3 }], nozzle.id, quantity)).toEqual([
      { product: nozzle, quantity: 3 },
    ]);
  });

  test('quantities change, products are removed, and the total is computed', () => {
    const items = changeQuantity(addToCart(addToCart([], nozzle), spool), spool.id, 3);
    expect(cartTotal(items)).toBe(69.75);
    expect(removeFromCart(items, spool.id)).toEqual([{ product: nozzle, quantity: 1 }]);
  });

  test('the journal overrides the server’s rows, and quantity 0 means removed', () => {
    const rows: CartItem[] = [
      { product: nozzle, quantity: 1 },
      { product: spool, quantity: 2 },
    ];
    const other = { id: 'x', name: 'Стъргалка', price: 4 };
    const named = (id: string) => (id === 'x' ? other : undefined);
    expect(accountCart(rows, [cartDoc(nozzle.id, 5), cartDoc(spool.id, 0), cartDoc('x', 1)], named)).toEqual([
      { product: nozzle, quantity: 5 },
      { product: other, quantity: 1 },
    ]);
  });

  test('ignores damaged stored carts', () => {
    expect(
      parseCart([
        { product: nozzle, quantity: 2 },
        { product: nozzle, quantity: 0 },
        { product: { id: 1 }, quantity: 1 },
        null,
        'x',
      ]),
    ).toEqual([{ product: nozzle, quantity: 2 }]);
    expect(parseCart([{ product: { ...nozzle, price: '9.90' }, quantity: 2 }])).toEqual([
      { product: nozzle, quantity: 2 },
    ]);
    for (const price of ['', ' ', 'x', '-1', null, Number.NaN])
      expect(parseCart([{ product: { ...nozzle, price }, quantity: 1 }])).toEqual([]);
    expect(parseCart({})).toEqual([]);
  });

  test.each([
    [{ code: '42P01' }, true],
    [{ code: 'PGRST205' }, true],
    [{ code: '42501', message: 'permission denied for table user_cart' }, true],
    [{ message: 'relation "user_cart" does not exist' }, true],
    [{ message: 'TypeError: Failed to fetch' }, false],
    [{ code: '57014', message: 'canceling statement' }, false],
  ])('the server has no cart: %j is %s', (error, missing) => expect(isCartMissing(error)).toBe(missing));
});

describe('where the cart is stored', () => {
  beforeEach(async () => {
    localStorage.clear();
    await probe(undefined);
  });
  const shown = (docs: StoredJournalDoc<'cart'>[] = []) => itemsOf(useCartStore.getState(), docs);
  const stored = () => JSON.parse(localStorage.getItem(STORAGE_KEYS.cart) ?? '[]');

  test('a visitor’s cart is stored on the device and found again', async () => {
    await addProduct(shown(), nozzle);
    await addProduct(shown(), nozzle);
    await setQuantity(shown(), nozzle.id, 0);
    expect(stored()).toEqual([{ product: nozzle, quantity: 2 }]);
    await probe(undefined);
    expect(shown()).toEqual([{ product: nozzle, quantity: 2 }]);
    await removeProduct(shown(), nozzle.id);
    expect(stored()).toEqual([]);
  });

  test('an account’s cart comes from the server’s rows', async () => {
    await probe('ana', async () => [{ product: spool, quantity: 4 }]);
    expect(shown()).toEqual([{ product: spool, quantity: 4 }]);
    await probe(undefined);
    expect(shown()).toEqual([]);
  });

  test('without a cart on the server the device stores it and shows a warning', async () => {
    await addProduct(shown(), nozzle);
    await probe('ana', async () => 'missing');
    expect(useCartStore.getState()).toMatchObject({ home: 'local', unavailable: true });
    await addProduct(shown(), spool);
    expect(stored().map(({ product }: CartItem) => product.id)).toEqual([nozzle.id, spool.id]);
  });

  test('moves a visitor’s cart into the account once, and never reduces a quantity', async () => {
    const ana = '11111111-2222-4333-8444-555555555555';
    await addProduct(shown(), nozzle);
    await addProduct(shown(), spool);
    expect(await probe(ana, async () => null)).toBe(false);
    expect(stored()).toHaveLength(2);
    expect(await probe(ana, async () => [{ product: spool, quantity: 4 }])).toBe(true);
    await moveCartToAccount();
    await moveCartToAccount();
    expect(stored()).toEqual([]);
    const docs = await shownDocsOf(ana, 'cart');
    expect(shown(docs).map(({ product, quantity }) => [product.id, quantity])).toEqual([
      [spool.id, 4],
      [nozzle.id, 1],
    ]);
    await probe(undefined);
    expect(shown()).toEqual([]);
  });

  test('without an answer the journal is used, which is sent later', async () => {
    await probe('ana', async () => [{ product: spool, quantity: 4 }]);
    await probe('ana', async () => null);
    expect(useCartStore.getState()).toMatchObject({ home: 'account', unavailable: false });
    expect(shown([cartDoc(spool.id, 2)])).toEqual([{ product: spool, quantity: 2 }]);
  });

  test('falls back to the device’s cart with a warning when the journal cannot be written', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
    await probe('full', async () => [{ product: spool, quantity: 4 }]);
    await addProduct(shown(), nozzle);
    vi.restoreAllMocks();
    expect(useCartStore.getState()).toMatchObject({ home: 'local', unavailable: true });
    expect(stored()).toEqual([
      { product: spool, quantity: 4 },
      { product: nozzle, quantity: 1 },
    ]);
    await setQuantity(shown(), spool.id, 2);
    expect(shown().map(({ quantity }) => quantity)).toEqual([2, 1]);
  });

  test('an answer that arrives after the sign-out changes nothing', async () => {
    let answer: (rows: CartItem[]) => void = () => undefined;
    const asking = probe('ana', () => new Promise((resolve) => (answer = resolve)));
    await probe(undefined);
    answer([{ product: spool, quantity: 1 }]);
    await asking;
    expect(shown()).toEqual([]);
  });
});

describe('the sign-up for the launch', () => {
  test.each([
    ['ana@example.com', true],
    [' ana@sloy ', true],
    ['', false],
    ['   ', false],
    ['ana', false],
    ['@', false],
    ['ana@', false],
    [`${'a'.repeat(320)}@b.bg`, false],
  ])('%j is an e-mail address: %s', (text, good) => expect(isEmailLike(text)).toBe(good));

  const NOW = 1_763_000_000_000;
  const form = (email: string, at: number, kind: 'launch' | 'demo' = 'launch'): StoredJournalDoc<'form'> => ({
    id: 'form/1',
    kind: 'form',
    at,
    active_on: '2026-11-21',
    rev: 0,
    pending: false,
    data: { form: kind, payload: { email, source: 'store_page' } },
  });

  test.each([
    ['nothing is known', [], 'new'],
    ['another address', [form('ivan@example.com', NOW)], 'new'],
    ['a demo request is no sign-up', [form('ana@example.com', NOW, 'demo')], 'new'],
    ['within a day', [form('ana@example.com', NOW - LAUNCH_REPEAT_MS + 1)], 'today'],
    ['in other letters', [form('ANA@example.com', NOW)], 'today'],
    ['a day later', [form('ana@example.com', NOW - LAUNCH_REPEAT_MS)], 'earlier'],
    ['when the clock was a year ahead', [form('ana@example.com', NOW + 365 * LAUNCH_REPEAT_MS)], 'earlier'],
  ] as const)('%s', (_, forms, expected) =>
    expect(signUpOf(earlierSignUps(' Ana@Example.com', forms), NOW)).toBe(expected),
  );
});
