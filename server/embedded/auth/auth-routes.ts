// Routes of /auth/v1: applies size limits, rate limits, the bot check and the list of allowed routes, then forwards to lite's auth service.
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { plainRequest } from '../../http/plain-request';
import type { Limited } from '../../http/rate-limit';
import type { ServerEnv } from '../../http/server-env';
import { callerOf } from '../../http/tokens';
import { checkCredentials } from '../contract/credentials';
import { authError, type RequestPolicy, reject } from '../contract/request-policy';
import { proveAddress } from './address-proof';
import { addressRoutes } from './address-routes';
import { type AuthBody, authBodyOf, isTooLong } from './auth-bodies';
import { landingOf, uniformAnswer } from './mail-links';
import { signInWithPassword } from './password-sign-in';

const AUTH_BYTES = 64 * 1024;

/** Rule: all other routes answer 404, because the product does not use them (linked accounts, e-mail changes, sign-in by a GET link). */
const allowedRoutes: Record<string, readonly string[]> = {
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
/** Routes that send an e-mail. */
const mailRoutes = ['/auth/v1/otp', '/auth/v1/recover'];

function limitOf(path: string, grant: string | undefined): Limited {
  if (path === '/auth/v1/token') return grant === 'password' ? 'signIn' : 'auth';
  if (path === '/auth/v1/signup') return 'signUp';
  return [...mailRoutes, '/auth/v1/verify'].includes(path) ? 'otp' : 'auth';
}

/** Every sign-up route requires a solved bot check. */
const createsAccount = (path: string, body: AuthBody) =>
  path === '/auth/v1/signup' || (path === '/auth/v1/otp' && body.create_user !== false);

export function authRoutes(policy: RequestPolicy): Hono<ServerEnv> {
  const app = new Hono<ServerEnv>();
  const { backend, settings } = policy;
  // Check only the token here: lite looks up the session.
  app.use(
    '*',
    checkCredentials(backend, {
      malformed: (c) => authError(c, 401, 'no_authorization', 'This endpoint requires a valid Bearer token'),
      invalid: (c) => authError(c, 403, 'bad_jwt', 'invalid JWT'),
      identify: (token) => callerOf(token, backend.secrets.jwt_secret),
    }),
  );
  app.use(
    '*',
    bodyLimit({
      maxSize: AUTH_BYTES,
      onError: (c) => authError(c, 413, 'request_too_large', 'Request body is too large'),
    }),
  );

  app.get('/altcha', async (c) => {
    c.header('Cache-Control', 'no-store');
    return reject(c, policy, 'challenge', undefined) ?? c.json(await policy.botCheck.challenge());
  });

  app.route('/', addressRoutes(policy));

  app.on(['POST', 'PUT'], '*', async (c) => {
    const { path, method } = c.req;
    if (!allowedRoutes[path]?.includes(method)) return authError(c, 404, 'not_found', 'There is no such route');
    // Rule: reject a body that this server cannot parse, so that the limits below count the same values that the auth service reads.
    const text = await c.req.text();
    const body = authBodyOf(text);
    if (!body) return authError(c, 400, 'bad_json', 'Could not parse request body as JSON');
    const address = typeof body.email === 'string' ? body.email.toLowerCase() : undefined;
    const uid = c.get('caller').uid ?? undefined;
    const rejected = reject(c, policy, limitOf(path, c.req.query('grant_type')), address?.trim().slice(0, 320) ?? uid);
    if (rejected) return rejected;
    if (address !== undefined && isTooLong(address) && path !== '/auth/v1/token')
      return authError(c, 400, 'validation_failed', 'Unable to validate email address: invalid format');
    if (settings.botCheck && createsAccount(path, body)) {
      const reason = await policy.botCheck.rejection(body.gotrue_meta_security?.captcha_token);
      if (reason) return authError(c, 400, 'captcha_failed', `captcha protection: request disallowed (${reason})`);
    }
    const forward = () => backend.fetch(plainRequest(c.req.raw, text));
    if (address !== undefined && mailRoutes.includes(path))
      return uniformAnswer(
        backend,
        address,
        landingOf(c.req.query('redirect_to'), c.env.incoming.socket, settings.allowedOrigins),
        forward,
      );
    if (address !== undefined && path === '/auth/v1/token' && c.req.query('grant_type') === 'password')
      return signInWithPassword(backend, address, body.password, forward);
    if (path === '/auth/v1/verify') return proveAddress(backend, body.token_hash, await forward());
    if (path === '/auth/v1/user') return changeUser(c, policy, uid, body, forward);
    return path === '/auth/v1/logout' && uid ? backend.endedSessions.watch(backend.database, uid, forward) : forward();
  });
  app.all('*', (c) => {
    // An earlier handler has answered CORS preflights. HEAD is allowed wherever GET is.
    if (!allowedRoutes[c.req.path]?.includes(c.req.method === 'HEAD' ? 'GET' : c.req.method))
      return authError(c, 404, 'not_found', 'There is no such route');
    return reject(c, policy, 'auth', undefined) ?? backend.fetch(plainRequest(c.req.raw));
  });
  return app;
}

/**
 * Changes the account. Rule: never change the e-mail address here, because plans and administrator rights depend on it.
 * Rule: a new password ends every session except the one that set it.
 */
async function changeUser(
  c: Context<ServerEnv>,
  { backend }: RequestPolicy,
  uid: string | undefined,
  body: AuthBody,
  forward: () => Promise<Response>,
): Promise<Response> {
  if (body.email) return authError(c, 400, 'validation_failed', 'The email address cannot be changed');
  if (body.password != null && typeof body.password !== 'string')
    return authError(c, 400, 'validation_failed', 'A new password must be a text');
  const answer = await forward();
  if (answer.ok && body.password !== undefined && uid) {
    const headers = { apikey: backend.publishableKey, authorization: c.req.header('authorization') ?? '' };
    const ended = await backend.endedSessions.watch(backend.database, uid, () =>
      backend.fetch(new Request('http://localhost/auth/v1/logout?scope=others', { method: 'POST', headers })),
    );
    if (!ended.ok) throw new Error(`The other sessions could not be ended: ${ended.status}`);
  }
  return answer;
}
