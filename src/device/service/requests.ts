import type { SupabaseClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { backendConfig, serviceBase } from '@/shared/product';
import type { Database } from '../../../supabase/database';

// Client of the payment service (port 4242, docs/api.md): base URL, token, timeout, response validation and error codes. Other requests are sent
// with `askService`.

/** Timeout of requests to the payment service (ms). */
const TIMEOUT_MS = 15_000;
/** Timeout of the request for /config.json (ms). */
const CONFIG_TIMEOUT_MS = 2_500;

const errorSchema = v.object({ error: v.object({ code: v.string() }) });
const configSchema = v.object({
  payments: v.pipe(v.string(), v.regex(/^https?:\/\//)),
  push_key: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{87}$/))),
});

/** `code`: `network` (no response), `signed-out` (no session), or an error code of docs/api.md. */
export class ServiceError extends Error {
  override name = 'ServiceError';
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

interface ServerConfig {
  /** Base URL of the service. */
  payments: string;
  /** VAPID public key with which browsers subscribe to push messages; undefined if the server sends none. */
  pushKey: string | undefined;
}

let known: Promise<ServerConfig> | undefined;

/**
 * The configuration from the page's own server. A static host has no configuration; the app then uses the build's variables, or the defaults of the
 * specification where a variable is missing.
 * Rule: if the page's server does not respond, do not guess the port of the payment service: the content security policy blocks requests to any
 * port except the configured one.
 */
export function serverConfig(): Promise<ServerConfig> {
  const fallback = { payments: serviceBase(location), pushKey: import.meta.env.VITE_PUSH_KEY };
  if (import.meta.env.VITE_PAYMENTS_URL && fallback.pushKey) return Promise.resolve(fallback);
  known ??= fetch('/config.json', { signal: AbortSignal.timeout(CONFIG_TIMEOUT_MS) })
    .then((answer) => answer.json())
    .then(
      (config: unknown) => {
        const parsed = v.safeParse(configSchema, config);
        return parsed.success ? { payments: parsed.output.payments, pushKey: parsed.output.push_key } : fallback;
      },
      (error: unknown) => {
        known = undefined;
        // A static host responds with an HTML page instead of JSON: use the fallback.
        if (error instanceof SyntaxError) return fallback;
        throw new ServiceError('network');
      },
    );
  return known;
}
/** Base URL of the payment service. @throws ServiceError if the page's own server does not respond */
export const serviceUrl = async () =>
  import.meta.env.VITE_PAYMENTS_URL ? serviceBase(location) : (await serverConfig()).payments;

export type Backend = SupabaseClient<Database>;

/** The Supabase client, loaded on first use. */
export async function backendClient(): Promise<Backend> {
  const { supabase } = await import('@sync');
  return supabase(backendConfig(location.origin));
}

async function accessToken(): Promise<string> {
  const { data } = await (await backendClient()).auth.getSession();
  if (!data.session) throw new ServiceError('signed-out');
  return data.session.access_token;
}

interface Request {
  /** Sent as JSON with POST; without a body the request is a GET. */
  body?: Record<string, unknown>;
  timeoutMs?: number;
}

/** Sends a request for the signed-in account. @returns the validated response @throws ServiceError */
export async function askService<S extends v.GenericSchema>(
  schema: S,
  path: string,
  { body, timeoutMs = TIMEOUT_MS }: Request = {},
): Promise<v.InferOutput<S>> {
  const authorization = `Bearer ${await accessToken()}`;
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  const headers = body ? { authorization, 'content-type': 'application/json' } : { authorization };
  return answerOf(schema, path, { ...init, headers, signal: AbortSignal.timeout(timeoutMs) });
}

/** Sends a request without credentials to a public route. @returns the validated response @throws ServiceError */
export const askPublicService = <S extends v.GenericSchema>(
  schema: S,
  path: string,
  cache: RequestCache = 'default',
): Promise<v.InferOutput<S>> => answerOf(schema, path, { cache, signal: AbortSignal.timeout(TIMEOUT_MS) });

async function answerOf<S extends v.GenericSchema>(schema: S, path: string, init: RequestInit) {
  const url = (await serviceUrl()) + path;
  let answer: Response;
  let content: unknown;
  try {
    answer = await fetch(url, init);
    content = await answer.json();
  } catch {
    throw new ServiceError('network');
  }
  if (!answer.ok) {
    const rejection = v.safeParse(errorSchema, content);
    throw new ServiceError(rejection.success ? rejection.output.error.code : 'internal');
  }
  const parsed = v.safeParse(schema, content);
  if (!parsed.success) throw new ServiceError('internal');
  return parsed.output;
}
