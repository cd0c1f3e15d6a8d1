/** Tells apart the errors of Stripe that the product answers itself. */
import Stripe from 'stripe';
import { Rejected } from '../provider';

export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

/** Converts Stripe's error about a declined card to Rejected. */
export async function cardErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) throw new Rejected('card_declined', 'The card was declined');
    throw error;
  }
}
