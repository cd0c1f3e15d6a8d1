// Accounts and helper functions of the contract tests.
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import ws from 'ws';

export const AREAS = ['auth', 'rest', 'sync', 'storage', 'realtime'] as const;
export type Area = (typeof AREAS)[number];

export interface Target {
  url: string;
  publishableKey: string;
  /** Creates confirmed accounts on a project. Without it, accounts register themselves. */
  secretKey?: string | undefined;
}

export interface Learner {
  client: SupabaseClient;
  email: string;
  uid: string;
  token: string;
}

interface World extends Target {
  ani: Learner;
  boris: Learner;
  visitor: SupabaseClient;
  /** Sends a raw request. @returns status and error code, or the fields of a successful answer */
  ask(path: string, init?: { method?: string; body?: unknown; token?: string }): Promise<string>;
}

/** A request, its expected answer, and how it is sent. */
export type Row = readonly [request: string, expected: string, run: (world: World) => Promise<string>];

export const PASSWORD = 'Parola-2026!';
export const NOBODY = '00000000-0000-4000-8000-00000000dead';

const open = ({ url, publishableKey }: Target, key = publishableKey) =>
  createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: ws as never },
  });

async function newLearner(target: Target, name: string): Promise<Learner> {
  const email = `contract-${name}-${Date.now()}@sloy-contract.test`;
  const client = open(target);
  const options = { data: { full_name: name } };
  const { error: refused } = target.secretKey
    ? await open(target, target.secretKey).auth.admin.createUser({
        ...{ email, password: PASSWORD, email_confirm: true },
        user_metadata: options.data,
      })
    : await client.auth.signUp({ email, password: PASSWORD, options });
  if (refused) throw refused;
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return { client, email, uid: data.user.id, token: data.session.access_token };
}

interface Failure {
  status?: number | undefined;
  code?: string | undefined;
  message: string;
}
export const failed = (error: Failure | null) =>
  error ? `${error.status ?? ''} ${error.code ?? error.message}`.trim() : 'ok';
export const answered = (answer: { status: number; error: { code: string } | null }) =>
  `${answer.status}${answer.error ? ` ${answer.error.code}` : ''}`;
/** The names of the fields of an object. */
export const shape = (value: unknown) =>
  value && typeof value === 'object' ? Object.keys(value).toSorted().join(' ') : String(value);

export async function signInAgain(world: World, { email, uid }: Learner): Promise<Learner> {
  const client = open(world);
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return { email, uid, client, token: data.session.access_token };
}

export async function worldOf(target: Target): Promise<World> {
  const ask: World['ask'] = async (path, { method, body, token } = {}) => {
    const answer = await fetch(`${target.url}/${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        apikey: target.publishableKey,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const parsed: unknown = await answer.json().catch(() => null);
    if (answer.ok) return shape(parsed) || String(answer.status);
    const { error_code, code } = (parsed ?? {}) as { error_code?: unknown; code?: unknown };
    return `${answer.status} ${error_code ?? code ?? ''}`.trim();
  };
  const [ani, boris] = [await newLearner(target, 'ani'), await newLearner(target, 'boris')];
  return { ...target, ani, boris, visitor: open(target), ask };
}
