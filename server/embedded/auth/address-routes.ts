// /auth/v1/address: sends the link that confirms an account's address, and corrects the address. A hosted project confirms addresses itself.
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { ServerEnv } from '../../http/server-env';
import type { Caller } from '../../http/tokens';
import type { Backend } from '../contract/backend';
import { authError, type RequestPolicy, reject } from '../contract/request-policy';
import { lockSession, sessionOf } from './account-lock';
import { authBodyOf, isAddress, isTooLong } from './auth-bodies';
import { landingOf } from './mail-links';
import { closeLinks, createLink } from './open-links';

const rejections = {
  no_session: [401, 'no_authorization', 'This endpoint requires a valid Bearer token'],
  proven: [400, 'address_proven', 'The email address is already proven'],
  taken: [400, 'user_already_exists', 'User already registered'],
} as const;
type Rejected = keyof typeof rejections;
const UNIQUE_VIOLATION = '23505';

function rejection(c: Context, reason: Rejected): Response {
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

/** Changes an address that is not confirmed. Links to the earlier address stop working. */
async function correctAddress({ database }: Backend, caller: Caller, email: string): Promise<Rejected | undefined> {
  const change = database.transaction(async (run): Promise<Rejected | undefined> => {
    const account = await lockSession(run, caller);
    if (!account || account.proven) return account ? 'proven' : 'no_session';
    const others = await run('select 1 as found from auth.users where lower(email) = $1 and id <> $2', [
      email,
      account.id,
    ]);
    if (others.length > 0) return 'taken';
    await run(
      `update auth.users set email = $2::text, raw_user_meta_data = raw_user_meta_data || jsonb_build_object('email', $2::text),
         updated_at = now()
       where id = $1`,
      [account.id, email],
    );
    await run(
      `update auth.identities set identity_data = identity_data || jsonb_build_object('email', $2::text)
       where user_id = $1 and provider = 'email'`,
      [account.id, email],
    );
    await closeLinks(run, account.id);
    return undefined;
  });
  return change.catch((error: unknown) => {
    // Another account got the address after the check above.
    if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) return 'taken';
    throw error;
  });
}

export function addressRoutes(policy: RequestPolicy): Hono<ServerEnv> {
  const { backend, settings } = policy;
  const app = new Hono<ServerEnv>();
  const signedIn: MiddlewareHandler<ServerEnv> = async (c, next) =>
    c.get('caller').uid ? next() : rejection(c, 'no_session');

  app.post('/address/link', signedIn, async (c) => {
    const caller = c.get('caller');
    const rejected = await reject(c, policy, 'otp', caller.uid ?? undefined);
    if (rejected) return rejected;
    const landing = landingOf(c.req.query('redirect_to'), c.env.incoming.socket, settings.allowedOrigins);
    const reason = await sendAddressLink(backend, caller, landing);
    return reason ? rejection(c, reason) : c.json({});
  });
  app.put('/address', signedIn, async (c) => {
    const caller = c.get('caller');
    // Use the limit of registrations: each correction can test whether another address has an account.
    const rejected = await reject(c, policy, 'signUp', caller.uid ?? undefined);
    if (rejected) return rejected;
    const email =
      authBodyOf(await c.req.text())
        ?.email?.trim()
        .toLowerCase() ?? '';
    if (!isAddress(email) || isTooLong(email))
      return authError(c, 400, 'validation_failed', 'Unable to validate email address: invalid format');
    const reason = await correctAddress(backend, caller, email);
    return reason ? rejection(c, reason) : c.json({ email });
  });
  return app;
}
