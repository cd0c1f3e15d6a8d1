import type { Backend } from '@/device/service/requests';
import { writeDurable } from '@/shared/durable-store';
import type { Plan } from '@/shared/entitlements';
import { STORAGE_KEYS } from '@/shared/names';
import { backendConfig } from '@/shared/product';
import { currentIdentity, isPreview, setIdentity, updateIdentity } from './session-store';

/** Time (ms) that a screen waits for the plan before it uses the stored plan. */
export const PLAN_TIMEOUT_MS = 4_000;

/** Loads the sync engine and the Supabase client on first use, so that /login renders without them. */
export async function sessionClient(): Promise<Backend> {
  const { supabase } = await import('@sync');
  return supabase(backendConfig(location.origin));
}

export const askPlan = async (email: string): Promise<Plan> =>
  (await import('./plan-requests')).checkSubscription(email);

/**
 * Requests the plan of the signed-in account once and stores it.
 * @returns the plan; null if the server did not respond
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
    // Rule: with a stored plan, nothing has failed for the learner.
    if (identity.plan === null) console.error('Error checking subscription:', error);
    return null;
  }
}
/** False if this browser cannot have a push subscription; a sign-out then need not load the push code. The native app's web view has no Notification. */
const isPushDevice = () => (globalThis.Notification?.permission ?? 'granted') === 'granted';

/** The sign-out that is still running. A sign-in waits for it, because the sign-out would also end the new session. */
export let leaving: Promise<void> = Promise.resolve();

async function endSession() {
  const { stopSync } = await import('@sync');
  await stopSync().catch(() => undefined);
  // Unregister the push device before the session ends, because the server accepts this request only from the account of the device.
  if (isPushDevice()) await import('@/device/push/device').then(({ leave }) => leave()).catch(() => undefined);
  const answer = await (await sessionClient()).auth.signOut({ scope: 'local' });
  // Offline, supabase-js keeps its tokens: remove them, because a sign-out must leave nothing of the session.
  if (answer.error) await writeDurable(STORAGE_KEYS.authSession, null);
}

/** Signs out on this device at once and informs the server if possible. Unsent writes stay on the device. */
export function signOut(): Promise<void> {
  leaving = (
    isPreview ? import('./preview').then(({ leavePreview }) => leavePreview()) : setIdentity(null).then(endSession)
  ).catch((error: unknown) => console.error('An error occurred during logout:', error));
  return leaving;
}
