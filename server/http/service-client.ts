// The database access of the server's modules: they call functions as the service role over supabase-js, on the embedded backend and on a
// hosted project alike.
import { createClient, type SupabaseClient, type WebSocketLikeConstructor } from '@supabase/supabase-js';
import ws from 'ws';
import { ReportedError } from '../telemetry/reported-error';

/** Calls a database function as the service role. @throws DatabaseError */
export type Call = (name: string, args?: Record<string, unknown>) => Promise<unknown>;

/** Rule: keep only the code of a database error, because its message may contain e-mail addresses. */
export class DatabaseError extends ReportedError {
  override name = 'DatabaseError';
  readonly code: string;
  constructor(call: string, code: string | undefined) {
    super(`${call}: ${code || 'no answer'}`);
    this.code = code ?? '';
  }
}

/** True if the database lacks the function: it is not a database of this product, or its migrations are older than the server. */
export const isMissingFunction = (error: unknown) => error instanceof DatabaseError && error.code === 'PGRST202';

/** Replaces the network, to reach the backend in this process. */
type Fetch = (request: Request) => Promise<Response>;

/** Rule: follow no redirect, because the requests carry the secret key. */
const optionsOf = (inProcess: Fetch | undefined) => ({
  global: {
    fetch: (input: RequestInfo | URL, init?: RequestInit) =>
      inProcess ? inProcess(new Request(input, init)) : fetch(input, { ...init, redirect: 'error' }),
  },
});

/** A client with the secret key. */
export function serviceClient(url: string, secretKey: string, fetch?: Fetch): SupabaseClient {
  return createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Node 20 has no WebSocket, so supabase-js needs the one of `ws`. The cast is safe, because the client opens no channel.
    realtime: { transport: ws as WebSocketLikeConstructor },
    ...optionsOf(fetch),
  });
}

/** What the session of an access token may do in the console, by `public.console_access`. */
export type ConsoleAccess = (token: string) => Promise<unknown>;

/** @param key any key of the project; the token decides the rights */
export const consoleAccessOver =
  (url: string, key: string, fetch?: Fetch): ConsoleAccess =>
  (token) =>
    callOver(
      createClient(url, key, {
        accessToken: async () => token,
        realtime: { transport: ws as WebSocketLikeConstructor },
        ...optionsOf(fetch),
      }),
    )('console_access');

export const callOver =
  (client: SupabaseClient): Call =>
  async (name, args) => {
    const { data, error } = await client.rpc(name, args);
    if (error) throw new DatabaseError(name, error.code);
    return data as unknown;
  };
