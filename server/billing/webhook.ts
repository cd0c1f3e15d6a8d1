/**
 * The only code path that writes a plan: a signed event of the provider triggers a read of the object's current state, and that state is
 * written together with the event's id in one transaction.
 * Guarantees: events may arrive in any order and repeatedly; all sequences end in the same state; an outdated read overwrites nothing.
 * Rule: the snapshot inside an event is never written.
 */

import type { BillingStore } from './billing-store';
import type { Provider } from './provider';

export type Outcome = 'applied' | 'duplicate' | 'ignored';

/** @throws BadSignature; after any other error the provider must deliver the event again. */
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
