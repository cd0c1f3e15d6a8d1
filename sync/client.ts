/**
 * The one supabase-js client of the page.
 * Rule: a token that was exchanged for a new one is dead: the session is kept where a killed browser cannot lose the last exchange.
 * Rule: Node has no WebSocket of its own before version 22: there the caller gives one (`transport`), or the client is never made.
 */
import { createClient, type SupabaseClient, type WebSocketLikeConstructor } from '@supabase/supabase-js';
import { type BackendConfig, backendConfig } from '@/config/env';
import { STORAGE_KEYS } from '@/config/storage-keys';
import { readDurable, writeDurable } from '@/lib/durable-store';
import { serverFetch } from './server-fetch';

const durableSession = {
  getItem: readDurable,
  async setItem(key: string, value: string) {
    await writeDurable(key, value);
  },
  async removeItem(key: string) {
    await writeDurable(key, null);
  },
};

const global = { fetch: serverFetch };

/** Speaks for nobody, whoever is signed in: what it sends carries the publishable key alone. */
export const visitorClient = ({ url, key }: BackendConfig, transport?: WebSocketLikeConstructor): SupabaseClient =>
  createClient(url, key, { global, accessToken: async () => null, ...(transport ? { realtime: { transport } } : {}) });

let made: { config: BackendConfig; client: SupabaseClient } | undefined;

export function makeClient({ url, key }: BackendConfig, transport?: WebSocketLikeConstructor): SupabaseClient {
  const auth =
    typeof indexedDB === 'undefined' ? {} : { storage: durableSession, storageKey: STORAGE_KEYS.authSession };
  return createClient(url, key, { global, auth, ...(transport ? { realtime: { transport } } : {}) });
}

export function supabase(config?: BackendConfig): SupabaseClient {
  const wanted = config ?? made?.config ?? backendConfig(location.origin);
  if (made?.config.url !== wanted.url || made.config.key !== wanted.key)
    made = { config: wanted, client: makeClient(wanted) };
  return made.client;
}
