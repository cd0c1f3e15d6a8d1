// What stands before a payment route: the caller's address and token, limits, sizes and shapes; and the one form of a refusal.
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import * as v from 'valibot';
import { addressOf } from '../services/callers';
import { isTooDeep } from '../services/json-depth';
import type { Limited, RateLimiter } from '../services/rate-limit';
import { bearerOf } from '../services/tokens';

export interface PaymentsEnv {
  Bindings: Partial<HttpBindings>;
  /** The account of the token, where the route asks for one or was given one. */
  Variables: { uid: string | undefined };
}
type Ctx = Context<PaymentsEnv>;

/** Bytes of a body that people send; events of the provider may be longer. */
export const BODY_BYTES = 16 * 1024;
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

/** The one shape of an error. Rule: the message is ours and says nothing of what is inside. */
export const fail = (c: Context, code: ErrorCode, message: string) =>
  c.json({ error: { code, message } }, statuses[code]);

export interface GuardOptions {
  limiter: RateLimiter;
  trustProxy: boolean;
  /** The account a token speaks for; undefined when it does not count. */
  identify: (token: string) => Promise<string | undefined>;
}

export function guardsOf({ limiter, trustProxy, identify }: GuardOptions) {
  const whence = (c: Ctx) => (c.env?.incoming ? addressOf(c.env.incoming, trustProxy) : 'own');
  /** Counts an act. @returns seconds to wait when it is one too many. */
  const count = (c: Ctx, what: Limited, account?: string) => limiter.take(what, { account, address: whence(c) });
  const tooMany = (c: Ctx, wait: number) => {
    c.header('Retry-After', String(wait));
    return fail(c, 'rate_limited', 'Too many requests');
  };

  const limited =
    (what: Limited): MiddlewareHandler<PaymentsEnv> =>
    async (c, next) => {
      const wait = count(c, what);
      return wait > 0 ? tooMany(c, wait) : next();
    };

  /** Rule: a token that is sent must be genuine, on every route, even where none is asked for. */
  const tokenIfAny: MiddlewareHandler<PaymentsEnv> = async (c, next) => {
    const header = c.req.header('authorization');
    if (header !== undefined) {
      const token = bearerOf(header);
      const uid = token ? await identify(token) : undefined;
      if (!uid) {
        const wait = count(c, 'guess');
        return wait > 0 ? tooMany(c, wait) : fail(c, 'unauthorized', 'The access token is not valid');
      }
      c.set('uid', uid);
    }
    return next();
  };

  /** The route acts for a person: it needs a token and counts that person's acts. */
  const person =
    (what: Limited): MiddlewareHandler<PaymentsEnv> =>
    async (c, next) => {
      const uid = c.get('uid');
      if (!uid) return fail(c, 'unauthorized', 'Sign in first');
      const wait = count(c, what, uid);
      return wait > 0 ? tooMany(c, wait) : next();
    };

  return { limited, tokenIfAny, person, count, tooMany };
}
export type Guards = ReturnType<typeof guardsOf>;

/** The body as the schema says, or the answer that refuses it. An empty body is `{}`. */
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
  if (parsed.success && !Array.isArray(value)) return parsed.output;
  const field = parsed.issues?.[0] && v.getDotPath(parsed.issues[0]);
  return fail(
    c,
    'invalid_body',
    field ? `The field ${field.slice(0, 60)} is missing, unknown or wrong` : 'The body is not as documented',
  );
}
