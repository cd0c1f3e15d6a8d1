import * as v from 'valibot';
import { backendConfig, serviceBase } from '@/config/env';

// The client of the service (port 4242, docs/api.md): base URL, token, timeout, parsed answers, error codes. Other modules of src/data
// send their requests with `askService`.

/** Timeout (ms) of service requests and of /config.json. */
const TIMEOUT_MS = 15_000;
const CONFIG_TIMEOUT_MS = 2_500;

const errorSchema = v.object({ error: v.object({ code: v.string() }) });
const configSchema = v.object({ payments: v.pipe(v.string(), v.regex(/^https?:\/\//)) });

/** `network`: no answer; `signed-out`: no session; otherwise a code of docs/api.md. */
export class ServiceError extends Error {
  override name = 'ServiceError';
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

let known: Promise<string> | undefined;

/**
 * Base URL of the service: set by the build, otherwise named by the page's server (/config.json), otherwise port 4242.
 * Rule: do not guess when the page's server does not answer. The content security policy allows only the named port, so a guess would only
 * log an error.
 */
function serviceUrl(): Promise<string> {
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
        // A static host answers with its own HTML page: use the specification's default.
        if (error instanceof SyntaxError) return fallback;
        throw new ServiceError('network');
      },
    );
  return known;
}

/** The Supabase client, loaded on first use. */
export async function backendClient() {
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

/** Sends a request for the signed-in account. @returns the parsed answer @throws ServiceError */
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

/** Sends a request to a public route without credentials. @returns the parsed answer @throws ServiceError */
export const askPublicService = <S extends v.GenericSchema>(schema: S, path: string): Promise<v.InferOutput<S>> =>
  answerOf(schema, path, { signal: AbortSignal.timeout(TIMEOUT_MS) });

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
    const refusal = v.safeParse(errorSchema, content);
    throw new ServiceError(refusal.success ? refusal.output.error.code : 'internal');
  }
  const parsed = v.safeParse(schema, content);
  if (!parsed.success) throw new ServiceError('internal');
  return parsed.output;
}
