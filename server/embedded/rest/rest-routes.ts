// Routes of /rest/v1: checks credentials, rate limits, queries and bodies, then forwards to lite's REST service.
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { addressOf } from '../../http/caller-address';
import { isTooDeep } from '../../http/json-depth';
import { plainRequest } from '../../http/plain-request';
import type { ServerEnv } from '../../http/server-env';
import { visitor } from '../../http/tokens';
import { logSecurity } from '../../telemetry/log';
import { checkCredentials } from '../contract/credentials';
import { type RequestPolicy, reject, restError } from '../contract/request-policy';
import { rejectionOfQuery } from './rest-queries';
import { answerSync, countPushed, SYNC_PUSH } from './sync-calls';

/** Size limit of a body (bytes). Twin: sync_push accepts 1 MB of documents; the other megabyte is for JSON escapes and other calls. */
const REST_BYTES = 2 * 1024 * 1024;
/** Routes that end sessions, whose access tokens must stop working at once. */
const RECOVERY = '/rest/v1/rpc/use_recovery_code';
const endingRoutes: readonly string[] = ['/rest/v1/rpc/end_session', RECOVERY];
const SEND_FORMS = '/rest/v1/rpc/send_forms';

export function restRoutes(policy: RequestPolicy): Hono<ServerEnv> {
  const app = new Hono<ServerEnv>();
  const { backend } = policy;
  // checkCredentials also replaces the adapter's request with a platform Request, which the body limit needs.
  app.use(
    '*',
    checkCredentials(backend, {
      malformed: (c) => restError(c, 401, 'PGRST301', 'The Authorization header or the apikey is malformed'),
      invalid: (c) => restError(c, 401, 'PGRST301', 'JWT expired'),
    }),
  );
  app.use(
    '*',
    bodyLimit({
      maxSize: REST_BYTES,
      onError: (c) => restError(c, 413, 'PT413', `The body is larger than ${REST_BYTES} bytes`),
    }),
  );
  app.all('*', async (c) => {
    // Rule: only the schema `public` is exposed, even if the roles may use other schemas.
    for (const header of ['accept-profile', 'content-profile']) {
      const profile = c.req.header(header);
      if (profile && profile !== 'public')
        return restError(c, 406, 'PGRST106', `Invalid schema: ${profile.slice(0, 60)}`);
    }
    const caller = c.get('caller');
    const rejected = await reject(
      c,
      policy,
      c.req.path === SEND_FORMS ? 'visitorForms' : 'rpc',
      caller.uid ?? undefined,
    );
    if (rejected) return rejected;
    // An app older than `send_forms` pushes visitors' forms here. Rule: do not change this status and message: they make the app keep the forms until
    // it is updated.
    if (c.req.path === SYNC_PUSH && caller === visitor) return restError(c, 401, '42501', 'client_too_old');
    const tooMuch = rejectionOfQuery(new URL(c.req.url).searchParams);
    if (c.req.path.includes('\0') || /%00/.test(new URL(c.req.url).pathname))
      return restError(c, 400, 'PGRST100', 'A path must not contain the character NUL');
    if (tooMuch) return restError(c, 400, 'PGRST100', tooMuch);
    if (!c.req.raw.body) return backend.fetch(c.req.raw);
    const text = await c.req.text();
    if (isTooDeep(text)) return restError(c, 400, 'PGRST102', 'The body is nested too deep');
    const answer = caller.uid && (await answerSync(backend, caller, c.req.raw, text));
    if (answer) return answer;
    const headers = new Headers(c.req.raw.headers);
    if (c.req.path === SEND_FORMS) {
      // sync.visitor_address counts forms per address. Rule: the caller must not choose the address.
      headers.set('x-forwarded-for', addressOf(c.env.incoming, policy.settings.trustProxy));
      headers.delete('cf-connecting-ip');
    }
    const forward = () => backend.fetch(plainRequest(c.req.raw, text, { headers }));
    if (endingRoutes.includes(c.req.path) && caller.uid) {
      const ended = await backend.endedSessions.watch(backend.database, caller.uid, forward);
      if (c.req.path === RECOVERY && ended.ok) logRecovery(await ended.clone().json(), caller.uid);
      return ended;
    }
    const response = await forward();
    if (response.ok && [SYNC_PUSH, SEND_FORMS].includes(c.req.path)) countPushed(await response.clone().json(), text);
    return response;
  });
  return app;
}

function logRecovery(answer: unknown, account: string): void {
  if (answer === 'done') logSecurity('recovery_code_used', { account });
  else logSecurity(answer === 'wait' ? 'limit_hit' : 'failed_code', { account });
}
