import type { PostgrestError, SupabaseClient } from '@supabase/supabase-js';
import { backendClient } from '@/data/service/requests';

/**
 * Why a console request failed. `network`: no response. `forbidden`: the account lacks the rights. `missing`: the server lacks the function or table.
 * `conflict`: somebody changed the row meanwhile. `limited`: too many requests. `rejected`: every other server error.
 */
export type ConsoleFailure = 'network' | 'forbidden' | 'missing' | 'conflict' | 'limited' | 'rejected';

/** Matches error messages that contain SQL, which the console must not show. */
const SQL =
  /\b(select|insert into|update|delete from|relation|column|constraint|syntax|violates|schema|pg_|plpgsql|null value|function)\b/i;

export class ConsoleError extends Error {
  override name = 'ConsoleError';
  readonly kind: ConsoleFailure;
  /** The server's stable code, for example `not_found`. */
  readonly code: string;
  /** The message to show; `code` if the server's message contains SQL or is too long. */
  readonly detail: string;
  /** `details` of the PostgREST error, parsed if it is JSON. */
  readonly details: unknown;

  constructor(kind: ConsoleFailure, code: string, words: string, details?: unknown) {
    super(code);
    this.kind = kind;
    this.code = code;
    this.detail = kind === 'network' || SQL.test(words) || words.length > 160 ? code : words;
    this.details = details;
  }
}

function parsed(details: unknown): unknown {
  if (typeof details !== 'string') return details;
  try {
    return JSON.parse(details);
  } catch {
    return details;
  }
}

function kindOf(code: string, status: number): ConsoleFailure {
  if (status === 0 || status >= 502) return 'network';
  if (code === 'PT409' || status === 409) return 'conflict';
  if (code === 'PT429' || status === 429) return 'limited';
  if (code === 'PGRST202' || code === 'PGRST205' || code === '42883' || code === '42P01' || status === 404)
    return 'missing';
  if (code === '42501' || status === 401 || status === 403) return 'forbidden';
  return 'rejected';
}

export function consoleError(error: Pick<PostgrestError, 'message' | 'code' | 'details'>, status: number) {
  const kind = kindOf(error.code, status);
  const isCode = /^[a-z_]+$/.test(error.message);
  return new ConsoleError(kind, isCode ? error.message : error.code || kind, error.message, parsed(error.details));
}

interface Answer<T> {
  data: T | null;
  error: PostgrestError | null;
  status: number;
  count?: number | null;
}

/** Request timeout (ms). */
const TIMEOUT_MS = 30_000;

/** Calls the backend as the signed-in administrator. @throws ConsoleError */
export async function ask<T>(request: (client: SupabaseClient, signal: AbortSignal) => PromiseLike<Answer<unknown>>) {
  let answer: Answer<unknown>;
  try {
    answer = await request(await backendClient(), AbortSignal.timeout(TIMEOUT_MS));
  } catch {
    throw new ConsoleError('network', 'network', '');
  }
  if (answer.error) throw consoleError(answer.error, answer.status);
  return answer.data as T; // The cast relies on docs/admin-api.md, which defines the shape of each answer.
}

/** Calls an RPC function of docs/admin-api.md. @throws ConsoleError */
export const call = <T>(name: string, args: Record<string, unknown> = {}): Promise<T> =>
  ask<T>((client, signal) => client.rpc(name, args).abortSignal(signal));

/** A page of a list. */
export interface Page<T> {
  rows: T[];
  total: number;
  page: number;
  size: number;
}

/** Converts any thrown value to a ConsoleError. */
export const asConsoleError = (error: unknown): ConsoleError =>
  error instanceof ConsoleError
    ? error
    : new ConsoleError('rejected', 'error', error instanceof Error ? error.message : '');
