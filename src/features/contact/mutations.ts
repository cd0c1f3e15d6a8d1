import type { OpenOutbox } from '@sync';
import { currentIdentity } from '@/device/session/session-store';
import { writeDurable } from '@/shared/durable-store';
import { firstValue } from '@/shared/first-value';
import type { JournalData } from '@/shared/journal';
import { STORAGE_KEYS, VISITOR } from '@/shared/names';
import { newId } from '@/shared/new-id';
import { backendConfig } from '@/shared/product';
import { earlierSignUps, type LaunchSource, type SignUp, signUpOf } from './rules';

// Forms of visitors and learners. A form is stored in an outbox first and sent when possible; signed-out visitors share one outbox.

const engine = () => import('@sync');

async function formOutbox(): Promise<OpenOutbox> {
  const { openOutbox } = await engine();
  return openOutbox(currentIdentity()?.uid ?? VISITOR);
}

/** Reference to a stored form: the outbox's account and the id of the document. */
export interface StoredForm {
  account: string;
  id: string;
}

async function store(outbox: OpenOutbox, data: JournalData['form']): Promise<StoredForm> {
  if (outbox.account === VISITOR) await writeDurable(STORAGE_KEYS.visitorForms, '1');
  const { id } = await outbox.write('form', newId(), (before) => before?.data ?? data);
  if (outbox.account === VISITOR) void sendVisitorForms();
  return { account: outbox.account, id };
}

/**
 * Sends the forms that visitors stored on this device, now or when the network returns. If an account has signed in after a form was stored,
 * the form is sent without the account's name and token.
 * Rule: if an account is signed in, start its sync engine before you call this.
 */
export async function sendVisitorForms(): Promise<void> {
  const { openOutbox, sendForms, startSync } = await engine();
  const sent = () => void writeDurable(STORAGE_KEYS.visitorForms, null);
  const config = backendConfig(location.origin);
  try {
    if (currentIdentity()) {
      if (await sendForms(config)) sent();
      return;
    }
    await startSync({ account: VISITOR, config });
    const outbox = await openOutbox(VISITOR);
    const check = () => {
      if (outbox.count('pending') > 0) return;
      sent();
      unsubscribe();
    };
    const unsubscribe = outbox.subscribe(check);
    check();
  } catch (error) {
    console.error('The forms wait for the next start:', error);
  }
}

export interface LaunchSignUp extends StoredForm {
  known: SignUp;
}

/** Signs an e-mail address up for the store's launch, once per address. Resolves when the sign-up is stored; it is sent later if offline. */
export async function signUpForLaunch(email: string, source: LaunchSource): Promise<LaunchSignUp> {
  const outbox = await formOutbox();
  const { ownDocs } = await engine();
  const forms = await firstValue(ownDocs(outbox.account, 'form'));
  const earlier = earlierSignUps(email, forms);
  const known = signUpOf(earlier, Date.now());
  const id = earlier[0]?.id;
  if (id) return { known, account: outbox.account, id };
  return { known, ...(await store(outbox, { form: 'launch', payload: { email: email.trim(), source } })) };
}

/** Stores a message to the team (decision 48). A visitor enters name and e-mail; for an account, the server takes both from the profile. */
export async function sendContactRequest(fields: Record<string, string>, log?: string): Promise<StoredForm> {
  const payload = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value.trim()]));
  return store(await formOutbox(), { form: 'contact', payload, ...(log ? { log } : {}) });
}

/** Stores a demo request (decision 5). Empty fields are omitted. */
export async function requestDemo(fields: Record<string, string>): Promise<StoredForm> {
  const payload = Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : [])),
  );
  return store(await formOutbox(), { form: 'demo', payload });
}
