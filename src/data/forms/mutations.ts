import type { Journal } from '@sync';
import { backendConfig } from '@/config/env';
import { STORAGE_KEYS, VISITOR } from '@/config/storage-keys';
import { currentIdentity } from '@/data/session/session-store';
import type { JournalData, StoredJournalDoc } from '@/domain/journal';
import { type LaunchSource, type SignUp, signUpOf } from '@/domain/launch';
import { writeDurable } from '@/lib/durable-store';
import { newId } from '@/lib/new-id';

// Forms of visitors and learners. They are kept on the device first and sent when they can be; who is not signed in has the visitor's journal.

const engine = () => import('@sync');

/** The first answer of a live query. */
const now = <T>(source: { subscribe(next: (value: T) => void): { unsubscribe(): void } }): Promise<T> =>
  new Promise((resolve) => {
    const reading = source.subscribe((value) => {
      resolve(value);
      queueMicrotask(() => reading.unsubscribe());
    });
  });

async function formJournal(): Promise<Journal> {
  const { openJournal } = await engine();
  return openJournal(currentIdentity()?.uid ?? VISITOR);
}

async function keep(journal: Journal, data: JournalData['form']): Promise<void> {
  if (journal.account === VISITOR) await writeDurable(STORAGE_KEYS.visitorForms, '1');
  await journal.write('form', newId(), (before) => before?.data ?? data);
  if (journal.account === VISITOR) void sendVisitorForms();
}

/**
 * Sends what visitors have filled in on this device, now or as soon as there is a network. Who is signed in by then lends neither name nor token.
 * Rule: while somebody is signed in their engine runs already (the runtime of the account calls this after it).
 */
export async function sendVisitorForms(): Promise<void> {
  const { openJournal, sendForms, startSync } = await engine();
  const sent = () => void writeDurable(STORAGE_KEYS.visitorForms, null);
  const config = backendConfig(location.origin);
  try {
    if (currentIdentity()) {
      if (await sendForms(config)) sent();
      return;
    }
    await startSync({ account: VISITOR, config });
    const journal = await openJournal(VISITOR);
    const waiting = journal.pending$.subscribe((docs) => {
      if (docs.length > 0) return;
      sent();
      queueMicrotask(() => waiting.unsubscribe());
    });
  } catch (error) {
    console.error('The forms wait for the next start:', error);
  }
}

/** Signs an address up for the launch of the store, once. Durable when it resolves; without a network it is sent later. */
export async function signUpForLaunch(email: string, source: LaunchSource): Promise<SignUp> {
  const journal = await formJournal();
  const forms: StoredJournalDoc<'form'>[] = await now(journal.docs$('form'));
  const known = signUpOf(email, forms, Date.now());
  if (known === 'new') await keep(journal, { form: 'launch', payload: { email: email.trim(), source } });
  return known;
}

/** Keeps a request for a demonstration (decision 5). Fields left empty are not sent. */
export async function requestDemo(fields: Record<string, string>): Promise<void> {
  const payload = Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : [])),
  );
  await keep(await formJournal(), { form: 'demo', payload });
}
