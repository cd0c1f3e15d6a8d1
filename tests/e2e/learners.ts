import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type SupabaseClient, type WebSocketLikeConstructor } from '@supabase/supabase-js';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import ws from 'ws';
import { LOCAL_PUBLISHABLE_KEY } from '@/shared/product';

// Test accounts, created through the auth service with the bot check like real ones. Each test has its own, so that tests stay independent.

export const PASSWORD = 'Sloy-2026!';
export const baseUrl = () => `http://localhost:${process.env.SLOY_E2E_PORT}`;

function client(key: string): SupabaseClient {
  // Node 20 has no WebSocket. The cast is safe, because `ws` differs from a browser's WebSocket only in the types of its events.
  const transport = ws as WebSocketLikeConstructor;
  return createClient(baseUrl(), key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport },
  });
}

/** A client with the service role, with which tests make the changes of administrators and payments. */
export function serverClient(): SupabaseClient {
  const secrets: unknown = JSON.parse(readFileSync(join(process.env.SLOY_E2E_DATA ?? '', 'secrets.json'), 'utf8'));
  return client((secrets as { secret_key: string }).secret_key);
}

async function botToken(): Promise<string> {
  const challenge = await (await fetch(`${baseUrl()}/auth/v1/altcha`)).json();
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

export interface Learner {
  email: string;
  id: string;
  /** The learner's own API session, independent of any browser. */
  api: SupabaseClient;
}

let count = 0;

/** Creates an account with a plan. `how`: whether the plan is stored as granted or as paid. */
export async function newLearner(
  plan: 'free' | 'pro' | 'premium',
  how: 'granted' | 'paid' = 'granted',
): Promise<Learner> {
  const email = `learner-${process.pid}-${Date.now()}-${++count}@sloy.test`;
  const api = client(LOCAL_PUBLISHABLE_KEY);
  const signedUp = await api.auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { full_name: 'Мария Илиева' }, captchaToken: await botToken() },
  });
  if (signedUp.error || !signedUp.data.user) throw new Error(`sign-up: ${signedUp.error?.message}`);
  if (plan !== 'free') {
    const flags =
      how === 'paid' ? { paid_plan: plan } : { has_pro_plan: plan === 'pro', has_premium_plan: plan === 'premium' };
    const { error, count: changed } = await serverClient()
      .from('user_subscriptions')
      .update(flags, { count: 'exact' })
      .eq('email', email);
    if (error || changed !== 1) throw new Error(`plan: ${error?.message ?? `${changed} rows`}`);
  }
  return { email, id: signedUp.data.user.id, api };
}

export interface StoredDoc {
  id: string;
  kind: string;
  at: number;
  active_on: string;
  rev: number;
  data: Record<string, unknown>;
}

/** The documents of the learner's journal on the server. */
export async function journalOf({ id, api }: Learner): Promise<StoredDoc[]> {
  const { data, error } = await api.rpc('sync_pull', {
    p_cursors: [{ scope: `journal:${id}`, seq: 0 }],
    p_limit: 1000,
  });
  if (error) throw new Error(error.message);
  const [page] = data as [{ rows: { deleted: boolean; body: StoredDoc }[] }];
  return page.rows.filter((row) => !row.deleted).map((row) => row.body);
}
