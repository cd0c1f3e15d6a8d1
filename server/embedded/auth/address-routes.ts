// /auth/v1/address/link: sends the link that confirms an account's address. A hosted project confirms addresses itself.
import { type Context, Hono } from 'hono';
import type { ServerEnv } from '../../http/server-env';
import type { Caller } from '../../http/tokens';
import type { Backend } from '../contract/backend';
import { authError, type RequestPolicy, reject } from '../contract/request-policy';
import { lockSession, sessionOf } from './account-lock';
import { landingOf } from './mail-links';
import { createLink } from './open-links';

const rejections = {
  no_session: [401, 'no_authorization', 'This endpoint requires a valid Bearer token'],
  proven: [400, 'address_proven', 'The email address is already proven'],
  wrong_current: [400, 'invalid_credentials', 'Invalid login credentials'],
} as const;
type Rejected = keyof typeof rejections;

/** The answer to a rejected request of this route, or to a rejected change of the address. */
export function addressRejection(c: Context, reason: Rejected): Response {
  const [status, code, message] = rejections[reason];
  return authError(c, status, code, message);
}

/** Sends the account a link that confirms its address. */
async function sendAddressLink(backend: Backend, caller: Caller, landing: string): Promise<Rejected | undefined> {
  const link = await backend.database.transaction(async (run) => {
    const account = await lockSession(run, caller);
    if (!account || account.proven) return account ? 'proven' : 'no_session';
    return { email: account.email, token: await createLink(run, account, 'magiclink', sessionOf(caller)) };
  });
  if (typeof link === 'string') return link;
  backend.mailbox.post(link.email, 'address', landing, link.token);
  return undefined;
}

export function addressRoutes(policy: RequestPolicy): Hono<ServerEnv> {
  const { backend, settings } = policy;
  const app = new Hono<ServerEnv>();
  app.post('/address/link', async (c) => {
    const caller = c.get('caller');
    if (!caller.uid) return addressRejection(c, 'no_session');
    const rejected = await reject(c, policy, 'otp', caller.uid);
    if (rejected) return rejected;
    const landing = landingOf(c.req.query('redirect_to'), c.env.incoming.socket, settings.allowedOrigins);
    const reason = await sendAddressLink(backend, caller, landing);
    return reason ? addressRejection(c, reason) : c.json({});
  });
  return app;
}
