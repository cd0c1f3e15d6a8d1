import { backendConfig } from '@/config/env';
import { STORAGE_KEYS } from '@/config/persisted-names';
import type { Plan } from '@/domain/entitlements';
import { writeDurable } from '@/lib/durable-store';
import { currentIdentity, setIdentity, updateIdentity } from './session-store';

/** How long a screen waits for an answer about the plan before it goes by what the device knows, ms. */
export const PLAN_TIMEOUT_MS = 4_000;

/** The engine's door and the client behind it are loaded when first needed: /login paints without them. */
export async function sessionClient() {
  const { supabase } = await import('@sync');
  return supabase(backendConfig(location.origin));
}

export const askPlan = async (email: string): Promise<Plan> =>
  (await import('@/data/billing/requests')).checkSubscription(email);

/**
 * Asks the server once for the plan of the signed-in account and keeps the answer.
 * @returns the plan, or null when the server could not be asked.
 */
export async function checkPlan(): Promise<Plan | null> {
  const identity = currentIdentity();
  if (!identity) return null;
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('timed out')), PLAN_TIMEOUT_MS + 500),
  );
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
export let leaving: Promise<void> = Promise.resolve();

/** How many writes of the signed-in account still wait to be sent. */
export async function pendingWrites(): Promise<number> {
  const { syncStatus } = await import('@sync');
  return syncStatus.get().pending;
}

async function endSession() {
  const { stopSync } = await import('@sync');
  await stopSync().catch(() => undefined);
  const answer = await (await sessionClient()).auth.signOut({ scope: 'local' });
  // Without a network the client would keep its tokens: signed out means that nothing of the session stays here.
  if (answer.error) await writeDurable(STORAGE_KEYS.authSession, null);
}

/** Signs out on this device at once; the server is told if it can be. Nothing that waits to be sent is removed. */
export function signOut(): Promise<void> {
  leaving = setIdentity(null)
    .then(endSession)
    .catch((error: unknown) => console.error('An error occurred during logout:', error));
  return leaving;
}
