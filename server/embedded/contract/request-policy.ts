// Shared by the routes of /auth/v1, /rest/v1 and /storage/v1: settings, backend, rate limits, bot check and error answers.
// Error responses have the shape and texts of the hosted services, because the app maps them to its own messages.
import type { Context } from 'hono';
import { BotCheck } from '../../http/bot-check';
import { addressOf } from '../../http/caller-address';
import { type Limited, RateLimiter } from '../../http/rate-limit';
import type { ServerEnv } from '../../http/server-env';
import type { Settings } from '../../ops/settings';
import { logSecurity } from '../../telemetry/log';
import type { Backend } from './backend';
import { RequestCounts } from './request-counts';

export interface RequestPolicy {
  settings: Settings;
  backend: Backend;
  limiter: RateLimiter;
  botCheck: BotCheck;
}

export function requestPolicyOf(settings: Settings, backend: Backend): RequestPolicy {
  const relaxed = settings.rateLimits === 'relaxed';
  const counts = new RequestCounts(backend.database);
  return {
    settings,
    backend,
    // An embedded database serves one process, so memory is enough.
    limiter: new RateLimiter({ relaxed, shared: settings.databaseUrl ? counts : undefined }),
    botCheck: new BotCheck({ relaxed, secret: backend.secrets.jwt_secret, uses: counts }),
  };
}

export const authError = (
  c: Context,
  status: 400 | 401 | 403 | 404 | 413 | 422 | 429,
  error_code: string,
  msg: string,
) => c.json({ code: status, error_code, msg }, status);

export const restError = (c: Context, status: 400 | 401 | 406 | 413 | 429, code: string, message: string) =>
  c.json({ code, message, details: null, hint: null }, status);

/** `statusCode`: the real status, which hosted storage puts into the body; `http`: the status of the response. */
export const storageError = (
  c: Context,
  http: 400 | 401 | 413 | 415 | 429,
  statusCode: string,
  error: string,
  message: string,
): Response => c.json({ statusCode, error, message }, http);

/** Counts the request. @returns a 429 response if the caller has exceeded the limit, otherwise undefined. */
export async function reject(
  c: Context<ServerEnv>,
  { limiter, settings }: RequestPolicy,
  what: Limited,
  account: string | undefined,
): Promise<Response | undefined> {
  const wait = await limiter.take(what, { account, address: addressOf(c.env.incoming, settings.trustProxy) });
  if (wait === 0) return undefined;
  logSecurity('limit_hit', { limit: what, account });
  c.header('Retry-After', String(wait));
  if (c.req.path.startsWith('/auth/')) return authError(c, 429, 'over_request_rate_limit', 'Too many requests');
  if (c.req.path.startsWith('/storage/')) return storageError(c, 429, '429', 'TooManyRequests', 'Too many requests');
  return restError(c, 429, 'PT429', 'Too many requests');
}
