// Guards of the service's routes: rate limits, tokens, body sizes, body schemas, and the common form of an error response.
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as v from 'valibot';
import { logSecurity } from '../telemetry/log';
import { addressOf } from './caller-address';
import { isTooDeep } from './json-depth';
import type { Limited, RateLimiter } from './rate-limit';
import type { ConsoleAccess } from './service-client';
import { isStorable } from './storable';
import { bearerOf } from './tokens';

export interface ServiceEnv {
  Bindings: Partial<HttpBindings>;
  /** The token's account, if a token was sent. */
  Variables: { uid?: string | undefined; token?: string | undefined };
}
type Ctx = Context<ServiceEnv>;

/** Size limit of a person's request body (bytes). */
export const BODY_BYTES = 16 * 1024;
/** Size limit of an event from the payment provider (bytes). */
export const EVENT_BYTES = 512 * 1024;

const statuses = {
  invalid_json: 400,
  invalid_body: 400,
  invalid_query: 400,
  invalid_signature: 400,
  unauthorized: 401,
  forbidden: 403,
  origin_not_allowed: 403,
  not_found: 404,
  no_subscription: 404,
  already_subscribed: 409,
  refund_expired: 409,
  already_cancelled: 409,
  bad_company: 409,
  not_running: 409,
  same_plan: 409,
  card_declined: 402,
  busy: 409,
  body_too_large: 413,
  rate_limited: 429,
  internal: 500,
  provider_unavailable: 502,
  database_unavailable: 503,
} as const;
export type ErrorCode = keyof typeof statuses;

/** The common form of an error response. Rule: write the message ourselves, without internals. */
export const fail = (c: Context, code: ErrorCode, message: string) =>
  c.json({ error: { code, message } }, statuses[code]);

/** Rejects a body above the limit before reading it. */
export const bodyWithin = (maxSize: number) =>
  bodyLimit({ maxSize, onError: (c) => fail(c, 'body_too_large', `The body is larger than ${maxSize} bytes`) });

export interface GuardOptions {
  limiter: RateLimiter;
  trustProxy: boolean;
  /** The account id of a token; undefined if the token is not valid. */
  identify: (token: string) => Promise<string | undefined>;
  consoleAccess: ConsoleAccess;
}

export function guardsOf({ limiter, trustProxy, identify, consoleAccess }: GuardOptions) {
  const callerAddress = (c: Ctx) => (c.env?.incoming ? addressOf(c.env.incoming, trustProxy) : 'own');
  /** Counts a request. @returns seconds to wait when the limit is exceeded, otherwise 0 */
  const count = async (c: Ctx, what: Limited, account?: string) => {
    const wait = await limiter.take(what, { account, address: callerAddress(c) });
    if (wait > 0) logSecurity('limit_hit', { limit: what, account });
    return wait;
  };
  const tooMany = (c: Ctx, wait: number) => {
    c.header('Retry-After', String(wait));
    return fail(c, 'rate_limited', 'Too many requests');
  };

  const limited =
    (what: Limited): MiddlewareHandler<ServiceEnv> =>
    async (c, next) => {
      const wait = await count(c, what);
      return wait > 0 ? tooMany(c, wait) : next();
    };

  /** Rule: reject an invalid token on every route, even where no token is required. */
  const tokenIfAny: MiddlewareHandler<ServiceEnv> = async (c, next) => {
    const header = c.req.header('authorization');
    if (header !== undefined) {
      const token = bearerOf(header);
      const uid = token ? await identify(token) : undefined;
      if (!uid) {
        logSecurity('refused_token');
        const wait = await count(c, 'guess');
        return wait > 0 ? tooMany(c, wait) : fail(c, 'unauthorized', 'The access token is not valid');
      }
      c.set('uid', uid);
      c.set('token', token);
    }
    return next();
  };

  /** Guard of a route for a signed-in person: requires a token and counts the account's requests. */
  const person =
    (what: Limited): MiddlewareHandler<ServiceEnv> =>
    async (c, next) => {
      const uid = c.get('uid');
      if (!uid) return fail(c, 'unauthorized', 'Sign in first');
      const wait = await count(c, what, uid);
      return wait > 0 ? tooMany(c, wait) : next();
    };

  /** True if the caller's session may use the rights of its account: that of an administrator may lack the second factor or be too old. */
  const isStrong = async (c: Ctx): Promise<boolean> => {
    const access = await consoleAccess(c.get('token') ?? '');
    return access === 'open' || access === 'none';
  };
  /** Guard of a route where an administrator may more than others. */
  const strong: MiddlewareHandler<ServiceEnv> = async (c, next) =>
    (await isStrong(c)) ? next() : fail(c, 'forbidden', 'The session of an administrator lacks the code or is too old');

  return { limited, tokenIfAny, person, isStrong, strong, count, tooMany };
}
export type Guards = ReturnType<typeof guardsOf>;

/** @returns the parsed body, or the error response; an empty body counts as `{}` */
export async function bodyOf<S extends v.GenericSchema>(c: Ctx, schema: S): Promise<v.InferOutput<S> | Response> {
  const text = await c.req.text();
  if (isTooDeep(text)) return fail(c, 'invalid_json', 'The body is nested too deep');
  let value: unknown;
  try {
    value = text === '' ? {} : JSON.parse(text);
  } catch {
    return fail(c, 'invalid_json', 'The body is not JSON');
  }
  const parsed = v.safeParse(schema, value);
  if (parsed.success && !isStorable(parsed.output))
    return fail(c, 'invalid_body', 'A text contains a character that cannot be stored');
  if (parsed.success && !Array.isArray(value)) return parsed.output;
  const field = parsed.issues?.[0] && v.getDotPath(parsed.issues[0]);
  return fail(
    c,
    'invalid_body',
    field ? `The field ${field.slice(0, 60)} is missing, unknown or wrong` : 'The body is not as documented',
  );
}
