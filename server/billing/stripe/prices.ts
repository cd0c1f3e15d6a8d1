/** Finds the product's prices at Stripe and creates missing ones on first use. Guarantee: one request at a time per price. */
import type Stripe from 'stripe';
import { billText } from '../sandbox/sandbox-text';
import { lookupKeyOf, type Offer } from './states';

export class StripePrices {
  readonly #stripe: Stripe;
  readonly #ids = new Map<string, Promise<string>>();

  constructor(stripe: Stripe) {
    this.#stripe = stripe;
  }

  /** The id of a price. Creates the price if Stripe does not have it. */
  idOf(offer: Offer): Promise<string> {
    const key = lookupKeyOf(offer);
    const known = this.#ids.get(key) ?? this.#find(key, offer);
    this.#ids.set(key, known);
    known.catch(() => this.#ids.delete(key));
    return known;
  }

  async #find(lookup_key: string, { plan, period }: Offer): Promise<string> {
    const { prices } = this.#stripe;
    const found = (await prices.list({ lookup_keys: [lookup_key], active: true, limit: 1 })).data[0];
    if (found) return found.id;
    const made = await prices.create(
      {
        lookup_key,
        currency: 'eur',
        unit_amount: Number(lookup_key.split('_').at(-1)),
        recurring: { interval: period === 'monthly' ? 'month' : 'year' },
        product_data: { name: `Слой ${billText.plans[plan]}` },
      },
      { idempotencyKey: `sloy-price-${lookup_key}` },
    );
    return made.id;
  }
}
