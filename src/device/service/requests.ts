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
const configSchema = v.object({ payments: v.pipe(v.string(), v.regex(/^https?:\/\//)) });
const pushKeySchema = v.object({ push_key: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{87}$/)) });

/** `code`: `network` (no response), `signed-out` (no session), or an error code of docs/api.md. */
export class ServiceError extends Error {
  override name = 'ServiceError';
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** The code of a failed request, also of one to Supabase; `other` if the error has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'other';

let known: Promise<string> | undefined;

/**
 * Base URL of the service: the build's variable, or the one that the page's own server names. A static host names none; the app then uses the
 * default of the specification.
 * Rule: if the page's server does not respond, do not guess the port of the service: the content security policy blocks requests to any port
 * except the configured one.
 * @throws ServiceError if the page's own server does not respond
 */
export function serviceUrl(): Promise<string> {
  const fallback = serviceBase(location);
  if (import.meta.env.VITE_PAYMENTS_URL) return Promise.resolve(fallback);
  known ??= fetch('/config.json', { signal: AbortSignal.timeout(CONFIG_TIMEOUT_MS) })
    .then((answer) => answer.json())
    .then(
      (config: unknown) => {
        const parsed = v.safeParse(configSchema, config);
        return parsed.success ? parsed.output.payments : fallback;
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

/**
 * The VAPID public key with which browsers subscribe to push messages.
 * @throws ServiceError `not_found` if the service sends no push messages
 */
export const fetchPushKey = async (): Promise<string> => (await askPublicService(pushKeySchema, '/push-key')).push_key;

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
