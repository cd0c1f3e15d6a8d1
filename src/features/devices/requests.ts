import * as v from 'valibot';
import { sessionClient } from '@/device/session/requests';
import { currentIdentity } from '@/device/session/session-store';
import { textClaim } from '@/shared/jwt';
import { readStored, writeStored } from '@/shared/local-storage';
import { STORAGE_KEYS } from '@/shared/names';
import { backendConfig } from '@/shared/product';

// The devices where the account is signed in. Only the server has this list, so every function needs the network.

const devicesSchema = v.array(
  v.object({
    id: v.string(),
    created_at: v.string(),
    seen_at: v.string(),
    user_agent: v.nullable(v.string()),
    is_current: v.boolean(),
  }),
);
/** Request timeout (ms). Without a timeout, the screen would show its loading state for ever when the server does not respond. */
const LIST_TIMEOUT_MS = 15_000;

export type SignedInDevice = v.InferOutput<typeof devicesSchema>[number];

/** Ends the session of another device. @throws Error */
export async function endDevice(id: string): Promise<void> {
  const { error } = await (await sessionClient()).rpc('end_session', { p_session: id });
  if (error) throw new Error(error.message);
}

/** Ends all sessions except this one. @throws Error */
export async function endOtherDevices(): Promise<void> {
  const { error } = await (await sessionClient()).auth.signOut({ scope: 'others' });
  if (error) throw error;
}

/** Sends this device's user agent to the server once per session. If that fails, the app tries again when it next starts. */
export async function noteDevice(signal = AbortSignal.timeout(LIST_TIMEOUT_MS)): Promise<void> {
  const supabase = await sessionClient();
  const session = textClaim((await supabase.auth.getSession()).data.session?.access_token, 'session_id');
  if (!session || readStored(STORAGE_KEYS.notedSession) === session) return;
  const { error } = await supabase.rpc('note_device', { p_agent: navigator.userAgent }).abortSignal(signal);
  // Rule: store nothing about an account that signed out meanwhile.
  if (!error && currentIdentity()) writeStored(STORAGE_KEYS.notedSession, session);
}

/**
 * Asks whether this device's session was ended on purpose, from another device or with the account. A session that the server does not know, as
 * after a restored backup, has not. @returns false also if the server does not respond
 */
export async function isSessionEnded(): Promise<boolean> {
  const session = readStored(STORAGE_KEYS.notedSession);
  if (!session) return false;
  const { visitor } = await import('@sync');
  // The token of an ended session is refused.
  const client = await visitor(backendConfig(location.origin));
  const signal = AbortSignal.timeout(LIST_TIMEOUT_MS);
  return (await client.rpc('session_has_ended', { p_session: session }).abortSignal(signal)).data === true;
}

/** Lists the devices where the account is signed in. @throws Error, also on a timeout */
export async function fetchDevices(): Promise<SignedInDevice[]> {
  const signal = AbortSignal.timeout(LIST_TIMEOUT_MS);
  await noteDevice(signal).catch(() => undefined); // report first, so that the list contains this device's name
  const { data, error } = await (await sessionClient()).rpc('my_sessions').abortSignal(signal);
  if (error) throw new Error(error.message);
  return v.parse(devicesSchema, data);
}
