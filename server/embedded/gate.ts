// What stands before lite on /auth/v1 and /rest/v1: sizes, rate limits, the bot check, the schemas that may be named. Errors keep the shape and the
// texts of the hosted services, because the app maps them.
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { BotCheck } from '../services/bot-check';
import { addressOf } from '../services/callers';
import { isTooDeep } from '../services/json-depth';
import { plainRequest } from '../services/plain-request';
import { type Limited, RateLimiter } from '../services/rate-limit';
import type { Settings } from '../services/settings';
import { bearerOf, callerOf } from '../services/tokens';
import { type AuthBody, authBodyOf, isTooLong } from './auth-bodies';
import type { Backend } from './backend';
import { answerAlike, landingOf } from './mail-links';
import { signInWithPassword } from './password-sign-in';
import { refusalOfQuery } from './rest-queries';
import { answerSync } from './sync-calls';

export type ServerEnv = { Bindings: HttpBindings };

/** Twin: sync_push takes at most 1 MB of documents; the rest is room for escapes and other calls. */
const REST_BYTES = 2 * 1024 * 1024;
const AUTH_BYTES = 64 * 1024;
/** The call that ends one session: its access token ends with it. */
const END_SESSION = '/rest/v1/rpc/end_session';

export interface Gate {
  settings: Settings;
  backend: Backend;
  limiter: RateLimiter;
  botCheck: BotCheck;
}

export function gateOf(settings: Settings, backend: Backend): Gate {
  return {
    settings,
    backend,
    limiter: new RateLimiter({ relaxed: settings.rateLimits === 'relaxed' }),
    botCheck: new BotCheck(),
  };
}

const authError = (c: Context, status: 400 | 403 | 404 | 413 | 429, error_code: string, msg: string) =>
  c.json({ code: status, error_code, msg }, status);
const restError = (c: Context, status: 400 | 401 | 406 | 413 | 429, code: string, message: string) =>
  c.json({ code, message, details: null, hint: null }, status);

/** Counts the act. @returns the answer to give when it is one too many. */
function refuse(c: Context<ServerEnv>, gate: Gate, what: Limited, account: string | undefined): Response | undefined {
  const wait = gate.limiter.take(what, { account, address: addressOf(c.env.incoming, gate.settings.trustProxy) });
  if (wait === 0) return undefined;
  c.header('Retry-After', String(wait));
  if (c.req.path.startsWith('/auth/')) return authError(c, 429, 'over_request_rate_limit', 'Too many requests');
  return restError(c, 429, 'PT429', 'Too many requests');
}

/** What may be asked of the auth service. Rule: what the product does not use is not there: linked accounts, changed addresses, links that sign in by a GET. */
const doors: Record<string, readonly string[]> = {
  '/auth/v1/signup': ['POST'],
  '/auth/v1/token': ['POST'],
  '/auth/v1/otp': ['POST'],
  '/auth/v1/recover': ['POST'],
  '/auth/v1/verify': ['POST'],
  '/auth/v1/logout': ['POST'],
  '/auth/v1/user': ['GET', 'PUT'],
  '/auth/v1/settings': ['GET'],
  '/auth/v1/health': ['GET'],
};
const mailAsked = ['/auth/v1/otp', '/auth/v1/recover'];

function whatOf(path: string, grant: string | undefined): Limited {
  if (path === '/auth/v1/token') return grant === 'password' ? 'signIn' : 'auth';
  if (path === '/auth/v1/signup') return 'signUp';
  return [...mailAsked, '/auth/v1/verify'].includes(path) ? 'otp' : 'auth';
}

/** Making an account asks for a solved challenge, by whichever way it is made. */
const makesAccount = (path: string, body: AuthBody) =>
  path === '/auth/v1/signup' || (path === '/auth/v1/otp' && body.create_user !== false);

export function authRoutes(gate: Gate): Hono<ServerEnv> {
  const app = new Hono<ServerEnv>();
  const { backend, settings } = gate;
  app.use(
    '*',
    bodyLimit({
      maxSize: AUTH_BYTES,
      onError: (c) => authError(c, 413, 'request_too_large', 'Request body is too large'),
    }),
  );

  // Rule: as for REST. Whether the session still runs the auth service looks up itself.
  app.use('*', async (c, next) => {
    const token = bearerOf(c.req.header('authorization'));
    const genuine = !token || (await callerOf(token, backend.secrets.jwt_secret));
    return genuine ? next() : authError(c, 403, 'bad_jwt', 'invalid JWT');
  });

  app.get('/altcha', async (c) => {
    c.header('Cache-Control', 'no-store');
    return refuse(c, gate, 'challenge', undefined) ?? c.json(await gate.botCheck.challenge());
  });

  app.on(['POST', 'PUT'], '*', async (c) => {
    const { path, method } = c.req;
    if (!doors[path]?.includes(method)) return authError(c, 404, 'not_found', 'There is no such route');
    // Rule: whom and what is counted below is what the auth service reads: JSON, and nothing that only it understands.
    const text = await c.req.text();
    const body = authBodyOf(text);
    if (!body) return authError(c, 400, 'bad_json', 'Could not parse request body as JSON');
    const address = typeof body.email === 'string' ? body.email.toLowerCase() : undefined;
    const token = bearerOf(c.req.header('authorization'));
    const uid = token ? ((await backend.callerOf(token))?.uid ?? undefined) : undefined;
    const refused = refuse(c, gate, whatOf(path, c.req.query('grant_type')), address?.trim().slice(0, 320) ?? uid);
    if (refused) return refused;
    if (address !== undefined && isTooLong(address) && path !== '/auth/v1/token')
      return authError(c, 400, 'validation_failed', 'Unable to validate email address: invalid format');
    if (settings.botCheck && makesAccount(path, body)) {
      const reason = await gate.botCheck.refusal(body.gotrue_meta_security?.captcha_token);
      if (reason) return authError(c, 400, 'captcha_failed', `captcha protection: request disallowed (${reason})`);
    }
    const ask = () => backend.fetch(plainRequest(c.req.raw, text));
    if (address !== undefined && mailAsked.includes(path))
      return answerAlike(
        backend,
        address,
        landingOf(c.req.query('redirect_to'), c.env.incoming.socket, settings.allowedOrigins),
        ask,
      );
    if (address !== undefined && path === '/auth/v1/token' && c.req.query('grant_type') === 'password')
      return signInWithPassword(backend, address, body.password, ask);
    if (path === '/auth/v1/user') return changeUser(c, gate, uid, body, ask);
    return path === '/auth/v1/logout' && uid ? backend.endedSessions.watch(backend.database, uid, ask) : ask();
  });
  app.all('*', (c) => {
    // A preflight was answered before; a HEAD is a GET without its body.
    if (!doors[c.req.path]?.includes(c.req.method === 'HEAD' ? 'GET' : c.req.method))
      return authError(c, 404, 'not_found', 'There is no such route');
    return refuse(c, gate, 'auth', undefined) ?? backend.fetch(plainRequest(c.req.raw));
  });
  return app;
}

/**
 * Rule: an address is never changed, for plans and administrators are found by it.
 * Rule: a new password ends every session but the one that set it.
 */
async function changeUser(
  c: Context<ServerEnv>,
  { backend }: Gate,
  uid: string | undefined,
  body: AuthBody,
  ask: () => Promise<Response>,
): Promise<Response> {
  if (body.email) return authError(c, 400, 'validation_failed', 'The email address cannot be changed');
  if (body.password != null && typeof body.password !== 'string')
    return authError(c, 400, 'validation_failed', 'A new password must be a text');
  const answer = await ask();
  if (answer.ok && body.password !== undefined && uid) {
    const headers = { apikey: backend.publishableKey, authorization: c.req.header('authorization') ?? '' };
    const ended = await backend.endedSessions.watch(backend.database, uid, () =>
      backend.fetch(new Request('http://localhost/auth/v1/logout?scope=others', { method: 'POST', headers })),
    );
    if (!ended.ok) throw new Error(`The other sessions were not ended: ${ended.status}`);
  }
  return answer;
}

export function restRoutes(gate: Gate): Hono<ServerEnv> {
  const app = new Hono<ServerEnv>();
  // The body limit builds a request of its own from a body, and cannot from the adapter's.
  app.use('*', (c, next) => {
    c.req.raw = plainRequest(c.req.raw);
    return next();
  });
  app.use(
    '*',
    bodyLimit({
      maxSize: REST_BYTES,
      onError: (c) => restError(c, 413, 'PT413', `The body is larger than ${REST_BYTES} bytes`),
    }),
  );
  app.all('*', async (c) => {
    // Rule: only the schema `public` is offered, whatever the roles may use elsewhere.
    for (const header of ['accept-profile', 'content-profile']) {
      const profile = c.req.header(header);
      if (profile && profile !== 'public')
        return restError(c, 406, 'PGRST106', `Invalid schema: ${profile.slice(0, 60)}`);
    }
    const token = bearerOf(c.req.header('authorization'));
    const caller = token ? await gate.backend.callerOf(token) : undefined;
    // Rule: a token that is sent must be genuine and of a session that runs. The auth service's own reader believes one for another audience.
    if (token && !caller) return restError(c, 401, 'PGRST301', 'JWT expired');
    const refused = refuse(c, gate, 'rpc', caller?.uid ?? undefined);
    if (refused) return refused;
    const tooMuch = refusalOfQuery(new URL(c.req.url).searchParams);
    if (tooMuch) return restError(c, 400, 'PGRST100', tooMuch);
    if (!c.req.raw.body) return gate.backend.fetch(c.req.raw);
    const text = await c.req.text();
    if (isTooDeep(text)) return restError(c, 400, 'PGRST102', 'The body is nested too deep');
    const answer = caller && (await answerSync(gate.backend, caller, c.req.raw, text));
    if (answer) return answer;
    const ask = () => gate.backend.fetch(plainRequest(c.req.raw, text));
    return c.req.path === END_SESSION && caller?.uid
      ? gate.backend.endedSessions.watch(gate.backend.database, caller.uid, ask)
      : ask();
  });
  return app;
}
