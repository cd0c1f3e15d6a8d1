import * as v from 'valibot';
import { backendConfig } from '@/config/env';
import { STORAGE_KEYS } from '@/config/storage-keys';
import { readStored, writeStored } from '@/lib/local-storage';

// Where the account is signed in; the server alone knows, so all of this needs the internet.

const devicesSchema = v.array(
  v.object({
    id: v.string(),
    created_at: v.string(),
    seen_at: v.string(),
    user_agent: v.nullable(v.string()),
    is_current: v.boolean(),
  }),
);
export type SignedInDevice = v.InferOutput<typeof devicesSchema>[number];

async function client() {
  const { supabase } = await import('@sync');
  return supabase(backendConfig(location.origin));
}

/** @throws Error */
export async function endDevice(id: string): Promise<void> {
  const { error } = await (await client()).rpc('end_session', { p_session: id });
  if (error) throw new Error(error.message);
}

/** All but this one. @throws Error */
export async function endOtherDevices(): Promise<void> {
  const { error } = await (await client()).auth.signOut({ scope: 'others' });
  if (error) throw error;
}

/** The id of a session, from its access token; the server checks it, so nothing is believed here. */
export function sessionOf(token: string | undefined): string | undefined {
  try {
    const claims: unknown = JSON.parse(atob((token?.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
    const id = typeof claims === 'object' && claims !== null && 'session_id' in claims ? claims.session_id : undefined;
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}

/** Says once for each session what this device is. May fail: the next start says it. */
export async function noteDevice(): Promise<void> {
  const supabase = await client();
  const session = sessionOf((await supabase.auth.getSession()).data.session?.access_token);
  if (!session || readStored(STORAGE_KEYS.notedSession) === session) return;
  const { error } = await supabase.rpc('note_device', { p_agent: navigator.userAgent });
  if (!error) writeStored(STORAGE_KEYS.notedSession, session);
}

/** @throws Error */
export async function fetchDevices(): Promise<SignedInDevice[]> {
  await noteDevice().catch(() => undefined); // this one with its name
  const { data, error } = await (await client()).rpc('my_sessions');
  if (error) throw new Error(error.message);
  return v.parse(devicesSchema, data);
}
