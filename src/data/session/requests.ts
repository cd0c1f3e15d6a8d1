import { backendConfig } from '@/config/env';
import { STORAGE_KEYS } from '@/config/storage-keys';
import type { Plan } from '@/domain/entitlements';
import { writeDurable } from '@/lib/durable-store';
import { currentIdentity, setIdentity, updateIdentity } from './session-store';

/** How long a screen waits for an answer about the plan before it goes by what the device knows, ms. */
const PLAN_TIMEOUT_MS = 4_000;

/** The engine's door and the client behind it are loaded when first needed: /login paints without them. */
async function client() {
  const { supabase } = await import('@sync');
  return supabase(backendConfig(location.origin));
}

/** Loads the client while the learner is still typing. */
export const warmClient = () =>
  client().then(
    () => undefined,
    () => undefined,
  );

const askPlan = async (email: string): Promise<Plan> => (await import('@/data/billing/requests')).checkSubscription(email);

/**
 * Asks the server once for the plan of the signed-in account and keeps the answer.
 * @returns the plan, or null when the server could not be asked.
 */
export async function checkPlan(): Promise<Plan | null> {
  const identity = currentIdentity();
  if (!identity) return null;
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('timed out')), PLAN_TIMEOUT_MS + 500));
  try {
    const plan = await Promise.race([askPlan(identity.email), late]);
    updateIdentity(identity.uid, { plan, plan_checked_at: Date.now() });
    return plan;
  } catch (error) {
    console.error('Error checking subscription:', error);
    return null;
  }
}

/** A sign-out that is still telling the server: signing in waits for it, or it would take the new session with it. */
let leaving: Promise<void> = Promise.resolve();

async function askIsAdmin(): Promise<boolean> {
  const answer = await (await client()).rpc('is_admin').abortSignal(AbortSignal.timeout(PLAN_TIMEOUT_MS));
  return answer.data === true;
}

/** Signs in and keeps who it is. Throws with the auth service's own words. */
export async function signIn(email: string, password: string): Promise<void> {
  await leaving;
  const { data, error } = await (await client()).auth.signInWithPassword({ email: email.trim(), password });
  if (error) throw error;
  await remember(data.user);
}

async function remember(user: { id: string; email?: string; user_metadata: Record<string, unknown> }) {
  const { full_name } = user.user_metadata;
  const identity = {
    uid: user.id,
    email: user.email ?? '',
    full_name: typeof full_name === 'string' ? full_name : '',
    plan: null,
    plan_checked_at: null,
    is_admin: false,
  };
  // The plan is learnt before the screens open, so that no guard has to wait; without an answer the guards ask themselves.
  const [plan, isAdmin] = await Promise.all([askPlan(identity.email).catch(() => null), askIsAdmin().catch(() => false)]);
  await setIdentity({ ...identity, plan, plan_checked_at: plan && Date.now(), is_admin: isAdmin });
}

export interface NewAccount {
  full_name: string;
  email: string;
  password: string;
  botToken: string;
}

/** Creates the account. True when it is signed in at once, false when the e-mail must be confirmed first. */
export async function signUp({ full_name, email, password, botToken }: NewAccount): Promise<boolean> {
  await leaving;
  const { data, error } = await (await client()).auth.signUp({
    email: email.trim(),
    password,
    options: { data: { full_name: full_name.trim() }, captchaToken: botToken },
  });
  if (error) throw error;
  if (!data.session || !data.user) return false;
  await remember(data.user);
  return true;
}

/** How many writes of the signed-in account still wait to be sent. */
export async function pendingWrites(): Promise<number> {
  const { syncStatus } = await import('@sync');
  return syncStatus.get().pending;
}

async function endSession() {
  const { stopSync } = await import('@sync');
  await stopSync().catch(() => undefined);
  const answer = await (await client()).auth.signOut({ scope: 'local' });
  // Without a network the client would keep its tokens: signed out means that nothing of the session stays here.
  if (answer.error) await writeDurable(STORAGE_KEYS.authSession, null);
}

/** Signs out on this device at once; the server is told if it can be. Nothing that waits to be sent is removed. */
export function signOut(): Promise<void> {
  leaving = setIdentity(null)
    .then(endSession)
    .catch((error: unknown) => console.error('Signing out was not told to the server:', error));
  return leaving;
}
