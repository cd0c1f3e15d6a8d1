// /auth/v1/factors: sets second factors up, asks for their codes and removes them, as the auth service of a Supabase project does. lite has none of it.
import { type Context, Hono } from 'hono';
import { paths } from '../../../src/shared/paths';
import type { ServerEnv } from '../../http/server-env';
import { logSecurity } from '../../telemetry/log';
import { authError, type RequestPolicy, reject } from '../contract/request-policy';
import { authBodyOf } from './auth-bodies';
import { factorText } from './factor-text';
import { challenge, enroll, type Rejected, unenroll, verifyCode } from './factors';
import { landingOf } from './mail-links';

const rejections = {
  no_session: [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'],
  reauthenticate: [400, 'reauthentication_needed', 'The first factor requires reauthentication'],
  wrong_current: [400, 'invalid_credentials', 'Invalid login credentials'],
  aal2_to_enroll: [403, 'insufficient_aal', 'AAL2 required to enroll a new factor'],
  aal2_to_remove: [422, 'insufficient_aal', 'AAL2 required to unenroll verified factor'],
  many: [422, 'too_many_enrolled_mfa_factors', 'Maximum number of verified factors reached, unenroll to continue'],
  name: [422, 'mfa_factor_name_conflict', 'A factor with this friendly name already exists'],
  missing: [404, 'mfa_factor_not_found', 'Factor not found'],
  expired: [422, 'mfa_challenge_expired', 'MFA challenge has expired, create a new challenge'],
  wrong: [422, 'mfa_verification_failed', 'Invalid TOTP code entered'],
} as const satisfies Record<Rejected, readonly [number, string, string]>;

function rejection(c: Context, reason: Rejected): Response {
  const [status, code, message] = rejections[reason];
  return authError(c, status, code, message);
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const TEXT_LENGTH = 100;
const isText = (value: unknown) => value == null || (typeof value === 'string' && value.length <= TEXT_LENGTH);
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

async function bodyOf(c: Context): Promise<Record<string, unknown> | undefined> {
  const body = authBodyOf(await c.req.text());
  return body && { ...body };
}

export function factorRoutes(policy: RequestPolicy): Hono<ServerEnv> {
  const { backend, settings } = policy;
  const app = new Hono<ServerEnv>();
  app.use('*', async (c, next) =>
    c.get('caller').uid ? next() : authError(c, 401, 'no_authorization', 'This endpoint requires a valid Bearer token'),
  );
  app.use('/:id/*', async (c, next) => (uuid.test(c.req.param('id')) ? next() : rejection(c, 'missing')));

  app.post('/', async (c) => {
    const caller = c.get('caller');
    const body = await bodyOf(c);
    const { factor_type, friendly_name, issuer, current_password } = body ?? {};
    // The answer to a password says whether it is the current one.
    const what = current_password == null ? 'auth' : 'signIn';
    const rejected = await reject(c, policy, what, caller.uid ?? undefined);
    if (rejected) return rejected;
    if (!body) return authError(c, 400, 'bad_json', 'Could not parse request body as JSON');
    if (factor_type !== 'totp' || ![friendly_name, issuer, current_password].every(isText))
      return authError(c, 422, 'validation_failed', 'factor_type needs to be totp');
    const factor = await enroll(backend, caller, {
      name: textOf(friendly_name),
      issuer: textOf(issuer),
      current: textOf(current_password),
    });
    return typeof factor === 'string' ? rejection(c, factor) : c.json({ type: 'totp', ...factor });
  });

  app.post('/:id/challenge', async (c) => {
    const caller = c.get('caller');
    const rejected = await reject(c, policy, 'auth', caller.uid ?? undefined);
    if (rejected) return rejected;
    const created = await challenge(backend, caller, c.req.param('id'));
    return typeof created === 'string' ? rejection(c, created) : c.json({ type: 'totp', ...created });
  });

  app.post('/:id/verify', async (c) => {
    const caller = c.get('caller');
    const account = caller.uid ?? undefined;
    const rejected = await reject(c, policy, 'code', account);
    if (rejected) return rejected;
    const body = await bodyOf(c);
    if (!body) return authError(c, 400, 'bad_json', 'Could not parse request body as JSON');
    const { challenge_id, code } = body;
    if (typeof challenge_id !== 'string' || !uuid.test(challenge_id)) return rejection(c, 'expired');
    const verified = await verifyCode(backend, caller, c.req.param('id'), {
      challenge: challenge_id,
      code: textOf(code) ?? '',
    });
    if (typeof verified === 'string') {
      if (verified === 'wrong') logSecurity('failed_code', { account });
      return rejection(c, verified);
    }
    backend.endedSessions.add(verified.ended);
    if (verified.first) {
      logSecurity('second_factor_set_up', { account });
      const landing = landingOf(undefined, c.env.incoming.socket, settings.allowedOrigins);
      const url = new URL(`${paths.settings}?tab=security`, landing).href;
      backend.mailbox.notify(verified.email, { ...factorText, url });
    }
    // lite signs the tokens of the session, and the middleware of all sign-ins adds how strong it is.
    return backend.fetch(
      new Request('http://localhost/auth/v1/token?grant_type=refresh_token', {
        method: 'POST',
        headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify({ refresh_token: verified.refreshToken }),
      }),
    );
  });

  app.delete('/:id', async (c) => {
    const caller = c.get('caller');
    const rejected = await reject(c, policy, 'auth', caller.uid ?? undefined);
    if (rejected) return rejected;
    const id = c.req.param('id');
    const removed = uuid.test(id) ? await unenroll(backend, caller, id) : 'missing';
    if (typeof removed === 'string') return rejection(c, removed);
    if (removed.used) logSecurity('second_factor_removed', { account: caller.uid });
    return c.json({ id });
  });
  return app;
}
