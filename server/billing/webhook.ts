/**
 * The only code path that writes a plan: after a signed event of the provider it reads the object's current state, and writes that state and
 * the event's id in one transaction.
 * Guarantees: the final state is the same however events are ordered or repeated; an outdated read overwrites nothing.
 * Rule: never write the snapshot inside an event.
 */

import type { BillingStore } from './billing-store';
import { changeEach } from './change-each';
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
  const outcome = await store.apply(event, ticket, reading.subscription, reading.invoices);
  // Several checkouts may have offered the trial of a mailbox before the first of them was paid.
  if (reading.subscription?.status === 'trialing')
    await changeEach(provider, await store.repeatedTrials(), { action: 'end-trial' });
  return outcome;
}
