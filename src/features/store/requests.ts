import { sessionClient } from '@/device/session/requests';
import { type CartItem, type CartProduct, isCartMissing, parseCart, parseProduct } from './rules';

const TIMEOUT_MS = 6_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Fetches the account's cart; `missing` if the server has no cart, null if it did not respond. */
export async function probeCart(account: string): Promise<CartItem[] | 'missing' | null> {
  try {
    const { data, error } = await (await sessionClient())
      .from('user_cart')
      .select('quantity, product:products(id, name, price)')
      .eq('user_id', account)
      .abortSignal(AbortSignal.timeout(TIMEOUT_MS));
    if (error) return isCartMissing(error) ? 'missing' : null;
    return parseCart(data);
  } catch {
    return null;
  }
}

export interface ProductDetail extends CartProduct {
  description: string | null;
}

/** Fetches a product on sale; null if no product has this id. @throws Error when the server does not respond */
export async function loadProduct(id: string): Promise<ProductDetail | null> {
  if (!UUID.test(id)) return null;
  const { data, error } = await (await sessionClient())
    .from('products')
    .select('id, name, description, price')
    .eq('id', id)
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
    .maybeSingle();
  if (error) throw new Error(error.message);
  const product = parseProduct(data);
  return product && { ...product, description: typeof data?.description === 'string' ? data.description : null };
}
