/**
 * The one way by which a plan comes into the database: an event of the provider, proved by its signature, leads to reading the object
 * as it is now, and that state is written together with the event's id in one transaction.
 * Guarantees: every order and every number of deliveries ends in the same state; a reading that was overtaken replaces nothing.
 * Rule: the snapshot inside an event is never written.
 */

import type { BillingStore } from './billing-store';
import type { Provider } from './provider';

export type Outcome = 'applied' | 'duplicate' | 'ignored';

/** @throws BadSignature; anything else means that the provider must deliver again. */
export async function handleEvent(
  provider: Provider,
  store: BillingStore,
  rawBody: string,
  header: (name: string) => string | undefined,
): Promise<Outcome> {
  const event = await provider.verify(rawBody, header);
  const { seen, ticket } = await store.begin(event.id);
  if (seen) return 'duplicate';
  const reading = await provider.read(event);
  if (!reading) return 'ignored';
  return store.apply(event, ticket, reading.subscription, reading.invoices);
}
