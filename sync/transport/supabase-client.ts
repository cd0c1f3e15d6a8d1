/**
 * The page's only supabase-js client.
 * Rule: a refresh token can be exchanged only once, so store the new session durably before it is used; otherwise a browser
 * crash would lose it and sign the learner out.
 * Rule: take no session from the page's address, where a stranger's link could put his own over the learner's.
 * Rule: Node before version 22 has no WebSocket; callers there must pass one (`transport`).
 */
import { createClient, type SupabaseClient, type WebSocketLikeConstructor } from '@supabase/supabase-js';
import { readDurable, writeDurable } from '@/shared/durable-store';
import { STORAGE_KEYS } from '@/shared/names';
import { type BackendConfig, backendConfig } from '@/shared/product';
import { endRefresh, readInTurn } from './refresh-turn';
import { serverFetch } from './server-fetch';

/** Writes a value of supabase-js. Only the session ends a refresh: before it stores a new session, supabase-js removes another key. */
async function write(key: string, value: string | null): Promise<void> {
  await writeDurable(key, value);
  if (key === STORAGE_KEYS.authSession) endRefresh();
}

/** The storage of supabase-js; exported for the tests. */
export const durableSession = {
  getItem: (key: string) => (key === STORAGE_KEYS.authSession ? readInTurn(() => readDurable(key)) : readDurable(key)),
  setItem: write,
  removeItem: (key: string) => write(key, null),
};

const global = { fetch: serverFetch };

/** Creates an anonymous client, which sends only the publishable key even while somebody is signed in. */
export const visitorClient = ({ url, key }: BackendConfig, transport?: WebSocketLikeConstructor): SupabaseClient =>
  createClient(url, key, { global, accessToken: async () => null, ...(transport ? { realtime: { transport } } : {}) });

let made: { config: BackendConfig; client: SupabaseClient } | undefined;

export function makeClient({ url, key }: BackendConfig, transport?: WebSocketLikeConstructor): SupabaseClient {
  const stored =
    typeof indexedDB === 'undefined' ? {} : { storage: durableSession, storageKey: STORAGE_KEYS.authSession };
  const auth = { ...stored, detectSessionInUrl: false };
  return createClient(url, key, { global, auth, ...(transport ? { realtime: { transport } } : {}) });
}

export function supabase(config?: BackendConfig): SupabaseClient {
  const wanted = config ?? made?.config ?? backendConfig(location.origin);
  if (made?.config.url !== wanted.url || made.config.key !== wanted.key)
    made = { config: wanted, client: makeClient(wanted) };
  return made.client;
}
