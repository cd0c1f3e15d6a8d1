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
import type { Backend } from './backend';

export type ServerEnv = { Bindings: HttpBindings };

/** Twin: sync_push takes at most 1 MB of documents; the rest is room for escapes and other calls. */
const REST_BYTES = 2 * 1024 * 1024;
const AUTH_BYTES = 64 * 1024;

export interface Gate {
  settings: Settings;
  backend: Backend;
  limiter: RateLimiter;
  botCheck: BotCheck;
}

export function gateOf(settings: Settings, backend: Backend): Gate {
  return { settings, backend, limiter: new RateLimiter({ relaxed: settings.rateLimits === 'relaxed' }), botCheck: new BotCheck() };
}

const authError = (c: Context, status: 400 | 413 | 429, error_code: string, msg: string) => c.json({ code: status, error_code, msg }, status);
const restError = (c: Context, status: 400 | 406 | 413 | 429, code: string, message: string) =>
  c.json({ code, message, details: null, hint: null }, status);

/** Counts the act. @returns the answer to give when it is one too many. */
function refuse(c: Context<ServerEnv>, gate: Gate, what: Limited, account: string | undefined): Response | undefined {
  const wait = gate.limiter.take(what, { account, address: addressOf(c.env.incoming, gate.settings.trustProxy) });
  if (wait === 0) return undefined;
  c.header('Retry-After', String(wait));
  if (c.req.path.startsWith('/auth/')) return authError(c, 429, 'over_request_rate_limit', 'Too many requests');
  return restError(c, 429, 'PT429', 'Too many requests');
}

function whatOf(path: string, grant: string | undefined): Limited {
  if (path === '/auth/v1/token') return grant === 'password' ? 'signIn' : 'auth';
  if (path === '/auth/v1/signup') return 'signUp';
  return ['/auth/v1/otp', '/auth/v1/magiclink', '/auth/v1/recover', '/auth/v1/resend', '/auth/v1/verify'].includes(path) ? 'otp' : 'auth';
}

interface AuthBody {
  email?: unknown;
  create_user?: unknown;
  gotrue_meta_security?: { captcha_token?: unknown } | null;
}

function authBodyOf(text: string): AuthBody {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** Making an account asks for a solved challenge, by whichever way it is made. */
const makesAccount = (path: string, body: AuthBody) =>
  path === '/auth/v1/signup' || path === '/auth/v1/magiclink' || (path === '/auth/v1/otp' && body.create_user !== false);

export function authRoutes(gate: Gate): Hono<ServerEnv> {
  const app = new Hono<ServerEnv>();
  app.use('*', bodyLimit({ maxSize: AUTH_BYTES, onError: (c) => authError(c, 413, 'request_too_large', 'Request body is too large') }));

  app.get('/altcha', async (c) => {
    c.header('Cache-Control', 'no-store');
    return refuse(c, gate, 'challenge', undefined) ?? c.json(await gate.botCheck.challenge());
  });

  app.post('*', async (c) => {
    const text = await c.req.text();
    const body = authBodyOf(text);
    const email = typeof body.email === 'string' ? body.email.trim().toLowerCase().slice(0, 320) : undefined;
    const token = bearerOf(c.req.header('authorization'));
    const account = email ?? (token ? ((await callerOf(token, gate.backend.secrets.jwt_secret))?.uid ?? undefined) : undefined);
    const refused = refuse(c, gate, whatOf(c.req.path, c.req.query('grant_type')), account);
    if (refused) return refused;
    if (gate.settings.botCheck && makesAccount(c.req.path, body)) {
      const reason = await gate.botCheck.refusal(body.gotrue_meta_security?.captcha_token);
      if (reason) return authError(c, 400, 'captcha_failed', `captcha protection: request disallowed (${reason})`);
    }
    return gate.backend.fetch(plainRequest(c.req.raw, text));
  });
  app.all('*', (c) => refuse(c, gate, 'auth', undefined) ?? gate.backend.fetch(plainRequest(c.req.raw)));
  return app;
}

export function restRoutes(gate: Gate): Hono<ServerEnv> {
  const app = new Hono<ServerEnv>();
  // The body limit builds a request of its own from a body, and cannot from the adapter's.
  app.use('*', (c, next) => {
    c.req.raw = plainRequest(c.req.raw);
    return next();
  });
  app.use('*', bodyLimit({ maxSize: REST_BYTES, onError: (c) => restError(c, 413, 'PT413', `The body is larger than ${REST_BYTES} bytes`) }));
  app.all('*', async (c) => {
    // Rule: only the schema `public` is offered, whatever the roles may use elsewhere.
    for (const header of ['accept-profile', 'content-profile']) {
      const profile = c.req.header(header);
      if (profile && profile !== 'public') return restError(c, 406, 'PGRST106', `Invalid schema: ${profile.slice(0, 60)}`);
    }
    const token = bearerOf(c.req.header('authorization'));
    const caller = token ? await callerOf(token, gate.backend.secrets.jwt_secret) : undefined;
    const refused = refuse(c, gate, 'rpc', caller?.uid ?? undefined);
    if (refused) return refused;
    if (!c.req.raw.body) return gate.backend.fetch(c.req.raw);
    const text = await c.req.text();
    if (isTooDeep(text)) return restError(c, 400, 'PGRST102', 'The body is nested too deep');
    return gate.backend.fetch(plainRequest(c.req.raw, text));
  });
  return app;
}
