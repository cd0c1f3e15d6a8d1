import type { PostgrestError, PostgrestSingleResponse, SupabaseClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { askService, type Backend, backendClient, ServiceError } from '@/device/service/requests';
import type { Database } from '../../../../supabase/database';
import { regainAccess } from './access';

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
  /** The server knows no session, so that signing in again helps. */
  readonly ended: boolean;

  constructor(kind: ConsoleFailure, code: string, words: string, details?: unknown, ended = false) {
    super(code);
    this.kind = kind;
    this.code = code;
    this.detail = kind === 'network' || SQL.test(words) || words.length > 160 ? code : words;
    this.details = details;
    this.ended = ended;
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
  const isEnded = status === 401;
  return new ConsoleError(
    kind,
    isCode ? error.message : error.code || kind,
    // The dialog that asks for the password says more than the server's „JWT expired“.
    isEnded ? '' : error.message,
    parsed(error.details),
    isEnded,
  );
}

/** Request timeout (ms). */
const TIMEOUT_MS = 30_000;

/** Sends a request, again after a code or a sign-in that it needed. @throws ConsoleError */
export async function withAccess<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    const { kind, ended } = asConsoleError(error);
    if (kind === 'forbidden' && (await regainAccess(ended))) return withAccess(request);
    throw error;
  }
}

/** `askService` for the console: sends a request again after a code or a sign-in that it needed. @throws ServiceError */
export async function askConsoleService<S extends v.GenericSchema>(
  ...request: Parameters<typeof askService<S>>
): Promise<v.InferOutput<S>> {
  try {
    return await askService(...request);
  } catch (error) {
    const code = error instanceof ServiceError ? error.code : '';
    const isEnded = code === 'unauthorized' || code === 'signed-out';
    if ((isEnded || code === 'forbidden') && (await regainAccess(isEnded))) return askConsoleService(...request);
    throw error;
  }
}

type Request<T> = (client: Backend, signal: AbortSignal) => PromiseLike<PostgrestSingleResponse<T>>;

/** Sends a request as the signed-in administrator. @returns the answer, whose type is that of the database @throws ConsoleError */
export const ask = <T>(request: Request<T>): Promise<T> => withAccess(() => askOnce(request));

async function askOnce<T>(request: Request<T>): Promise<T> {
  let answer: PostgrestSingleResponse<T>;
  try {
    answer = await request(await backendClient(), AbortSignal.timeout(TIMEOUT_MS));
  } catch {
    throw new ConsoleError('network', 'network', '');
  }
  if (!answer.error) return answer.data;
  throw consoleError(answer.error, answer.status);
}

/** Rows of one answer: the server cuts a longer list silently (`max_rows` in supabase/config.toml). */
const ANSWER_ROWS = 1_000;

/** Reads a whole list, however long. `request` needs an order without ties and a range. @throws ConsoleError */
export async function askAll<T>(
  request: (
    client: Backend,
    from: number,
    to: number,
  ) => { abortSignal: (signal: AbortSignal) => PromiseLike<PostgrestSingleResponse<T[]>> },
): Promise<T[]> {
  const rows: T[] = [];
  for (;;) {
    const from = rows.length;
    const page = await ask((client, signal) => request(client, from, from + ANSWER_ROWS - 1).abortSignal(signal));
    rows.push(...page);
    if (page.length < ANSWER_ROWS) return rows;
  }
}

type Functions = Database['public']['Functions'];
/** Arguments of a function; the generated types do not say that each of them may be null. */
type Args<N extends keyof Functions> = { [K in keyof Functions[N]['Args']]: Functions[N]['Args'][K] | null };

/** Calls a function of docs/admin-api.md. @returns its JSON, checked by the schema @throws ConsoleError */
export const call = <N extends keyof Functions, S extends v.GenericSchema>(
  name: N,
  args: Args<N>,
  schema: S,
): Promise<v.InferOutput<S>> =>
  ask((client, signal) => untyped(client).rpc(name, args).abortSignal(signal)).then((answer) => parse(schema, answer));

/** Calls a function whose answer nobody needs. @throws ConsoleError */
export const run = async <N extends keyof Functions>(name: N, args: Args<N>): Promise<void> =>
  void (await call(name, args, v.unknown()));

/** Checks an answer. @throws ConsoleError if the server is of another version than the page */
export function parse<S extends v.GenericSchema>(schema: S, answer: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, answer);
  if (parsed.success) return parsed.output;
  console.error('The server answered something else:', v.getDotPath(parsed.issues[0]), parsed.issues[0].message);
  throw new ConsoleError('rejected', 'answer', '');
}

/** The client for a table or function that a parameter names, for which the generated types are too complex; the answer is checked by a schema. */
export const untyped = (client: Backend): SupabaseClient => client;

/** Converts any thrown value to a ConsoleError. */
export const asConsoleError = (error: unknown): ConsoleError =>
  error instanceof ConsoleError
    ? error
    : new ConsoleError('rejected', 'error', error instanceof Error ? error.message : '');
