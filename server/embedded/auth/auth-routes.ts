// Routes of /auth/v1: applies size limits, rate limits, the bot check and the list of allowed routes, then forwards to lite's auth service.
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { plainRequest } from '../../http/plain-request';
import type { Limited } from '../../http/rate-limit';
import type { ServerEnv } from '../../http/server-env';
import { callerOf } from '../../http/tokens';
import { logSecurity } from '../../telemetry/log';
import { checkCredentials } from '../contract/credentials';
import { authError, type RequestPolicy, reject } from '../contract/request-policy';
import { changeAddress } from './address-change';
import { addressRejection, addressRoutes } from './address-routes';
import { type AuthBody, authBodyOf, isAddress, isTooLong } from './auth-bodies';
import { accountRoutes, withConfirmation } from './confirmed-answers';
import { factorRoutes } from './factor-routes';
import { landingOf, mailLink } from './mail-links';
import { openLink, type Purpose } from './open-links';
import { changePassword } from './password-change';
import { faultOfPassword, type PasswordFault } from './password-quality';
import { signInWithPassword, signUp } from './password-sign-in';
import { methodOf, withStrength } from './session-strength';

const AUTH_BYTES = 64 * 1024;
/** Answers with a session, like the routes of `accountRoutes`. */
const verifyRoute = /^\/auth\/v1\/factors\/[^/]+\/verify$/;

/** Rule: all other routes answer 404, because the product does not use them (linked accounts, sign-in by a GET link). */
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
/** Routes that send an e-mail, and what its link is for. */
const mailRoutes: Record<string, Purpose> = { '/auth/v1/otp': 'magiclink', '/auth/v1/recover': 'recovery' };

function limitOf(path: string, grant: string | undefined, { password, email }: AuthBody): Limited {
  if (path === '/auth/v1/token') return grant === 'password' ? 'signIn' : 'auth';
  if (path === '/auth/v1/user') {
    // The answer to a new password says whether it is the current one.
    if (password != null) return 'signIn';
    // Each change of the address mails to an address that the caller chose, like a registration.
    return email == null ? 'auth' : 'signUp';
  }
  if (path === '/auth/v1/signup') return 'signUp';
  return mailRoutes[path] || path === '/auth/v1/verify' ? 'otp' : 'auth';
}

/** The account whose requests are counted. Rule: whoever changes the account cannot choose by which address it counts. */
function countedOf(path: string, address: string | undefined, uid: string | undefined): string | undefined {
  if (path === '/auth/v1/verify') return undefined;
  return path === '/auth/v1/user' ? uid : (address?.trim().slice(0, 320) ?? uid);
}

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
  // A refresh token or the token of a link that the auth service does not accept. Failed passwords have their own event.
  app.on('POST', ['/token', '/verify'], async (c, next) => {
    await next();
    if ([400, 401, 403].includes(c.res.status) && c.req.query('grant_type') !== 'password')
      logSecurity('refused_token');
  });
  app.use('*', async (c, next) => {
    await next();
    const { path, method } = c.req;
    if (!c.res.ok || method === 'HEAD' || !(accountRoutes.includes(path) || verifyRoute.test(path))) return;
    const confirmed = await withConfirmation(backend.database, c.res);
    const answer = await withStrength(backend, confirmed, methodOf(path, c.req.query('grant_type')));
    // Otherwise Hono would keep the headers of the earlier answer, its length included.
    c.res = undefined;
    c.res = answer;
  });
  app.use(
    '*',
    bodyLimit({
      maxSize: AUTH_BYTES,
      onError: (c) => authError(c, 413, 'request_too_large', 'Request body is too large'),
    }),
  );

  app.get('/altcha', async (c) => {
    c.header('Cache-Control', 'no-store');
    return (await reject(c, policy, 'challenge', undefined)) ?? c.json(await policy.botCheck.challenge());
  });

  app.route('/', addressRoutes(policy));
  app.route('/factors', factorRoutes(policy));

  app.on(['POST', 'PUT'], '*', async (c) => {
    const { path, method } = c.req;
    if (!allowedRoutes[path]?.includes(method)) return authError(c, 404, 'not_found', 'There is no such route');
    // Rule: reject a body that this server cannot parse, so that the limits below count the same values that the auth service reads.
    const text = await c.req.text();
    const body = authBodyOf(text);
    if (!body) return authError(c, 400, 'bad_json', 'Could not parse request body as JSON');
    const address = typeof body.email === 'string' ? body.email.toLowerCase() : undefined;
    const uid = c.get('caller').uid ?? undefined;
    const counted = countedOf(path, address, uid);
    const rejected = await reject(c, policy, limitOf(path, c.req.query('grant_type'), body), counted);
    if (rejected) return rejected;
    const purpose = mailRoutes[path];
    if (
      (address !== undefined && isTooLong(address) && path !== '/auth/v1/token') ||
      (purpose && !isAddress(address ?? ''))
    )
      return authError(c, 400, 'validation_failed', 'Unable to validate email address: invalid format');
    if (settings.botCheck && path === '/auth/v1/signup') {
      const reason = await policy.botCheck.rejection(body.gotrue_meta_security?.captcha_token);
      if (reason) {
        logSecurity('failed_bot_check', { reason });
        return authError(c, 400, 'captcha_failed', `captcha protection: request disallowed (${reason})`);
      }
    }
    if (path === '/auth/v1/signup' && typeof body.password !== 'string')
      return authError(c, 400, 'validation_failed', 'Signup requires a valid password');
    const fault = path === '/auth/v1/signup' && typeof body.password === 'string' && faultOfPassword(body.password);
    if (fault) return refusedPassword(c, fault);
    const forward = () => backend.fetch(plainRequest(c.req.raw, text && JSON.stringify(body)));
    if (address !== undefined && purpose)
      return mailLink(
        backend,
        address,
        purpose,
        landingOf(c.req.query('redirect_to'), c.env.incoming.socket, settings.allowedOrigins),
      );
    if (address !== undefined && path === '/auth/v1/token' && c.req.query('grant_type') === 'password')
      return loggedSignIn(address, await signInWithPassword(backend, address, body.password, forward));
    if (address !== undefined && path === '/auth/v1/signup')
      return loggedSession('registration', await signUp(backend, address, forward));
    if (path === '/auth/v1/verify') return loggedSession('link', await openLink(backend, body, c.get('caller')));
    if (path === '/auth/v1/token') return backend.endedSessions.endReused(backend.database, await forward());
    if (path === '/auth/v1/user') return changeUser(c, policy, body);
    return path === '/auth/v1/logout' && uid ? backend.endedSessions.watch(backend.database, uid, forward) : forward();
  });
  app.all('*', async (c) => {
    // An earlier handler has answered CORS preflights. HEAD is allowed wherever GET is.
    if (!allowedRoutes[c.req.path]?.includes(c.req.method === 'HEAD' ? 'GET' : c.req.method))
      return authError(c, 404, 'not_found', 'There is no such route');
    return (await reject(c, policy, 'auth', undefined)) ?? backend.fetch(plainRequest(c.req.raw));
  });
  return app;
}

async function loggedSignIn(address: string, answer: Response): Promise<Response> {
  if (!answer.ok) logSecurity('failed_sign_in', { account: address.trim() });
  return loggedSession('password', answer);
}

/** Logs that a session begins. Rule: a line names the account's id, like the line of each request, and not the typed address. */
async function loggedSession(how: 'password' | 'link' | 'registration', answer: Response): Promise<Response> {
  if (!answer.ok) return answer;
  const { access_token: token, user } = (await answer.clone().json()) as {
    access_token?: string;
    user?: { id?: string };
  };
  if (token) logSecurity('sign_in', { account: user?.id, how });
  return answer;
}

function refusedPassword(c: Context<ServerEnv>, { status, code, message, reason }: PasswordFault): Response {
  if (!reason) return authError(c, status, code, message);
  return c.json({ code: status, error_code: code, msg: message, weak_password: { reasons: [reason] } }, status);
}

/** Changes the account. Rule: never forward the e-mail address, because plans and administrator rights depend on it. */
async function changeUser(
  c: Context<ServerEnv>,
  { backend, settings }: RequestPolicy,
  { email, password, current_password: current, ...rest }: AuthBody,
): Promise<Response> {
  if ([password, current].some((text) => text != null && typeof text !== 'string'))
    return authError(c, 400, 'validation_failed', 'A new password must be a text');
  const caller = c.get('caller');
  if (email != null) {
    const address = email.trim().toLowerCase();
    if (!isAddress(address) || isTooLong(address) || password != null)
      return authError(c, 400, 'validation_failed', 'Unable to validate email address: invalid format');
    const change = { email: address, current: typeof current === 'string' ? current : '' };
    const landing = landingOf(c.req.query('redirect_to'), c.env.incoming.socket, settings.allowedOrigins);
    const rejection = await changeAddress(backend, caller, change, landing);
    if (rejection) return addressRejection(c, rejection);
  }
  const reason =
    typeof password === 'string' && caller.uid
      ? await changePassword(backend, caller, password, typeof current === 'string' ? current : undefined)
      : undefined;
  if (typeof reason === 'object') return refusedPassword(c, reason);
  if (reason === 'wrong_current') return authError(c, 400, 'invalid_credentials', 'Invalid login credentials');
  if (reason === 'reauthenticate')
    return authError(c, 400, 'reauthentication_needed', 'Password update requires reauthentication');
  if (reason === 'same')
    return authError(c, 422, 'same_password', 'New password should be different from the old password.');
  // lite answers with the account, and rejects a session that has ended.
  const headers = new Headers(c.req.raw.headers);
  headers.delete('content-length');
  return backend.fetch(plainRequest(c.req.raw, JSON.stringify(rest), { headers }));
}
