// /auth/v1/address: sends the link that confirms an account's address, and corrects the address. A hosted project confirms addresses itself.
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { ServerEnv } from '../../http/server-env';
import { authError, type RequestPolicy, reject } from '../contract/request-policy';
import { correctAddress, hasSession, sendAddressLink } from './address-proof';
import { authBodyOf, isTooLong } from './auth-bodies';
import { landingOf } from './mail-links';

const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function addressRoutes(policy: RequestPolicy): Hono<ServerEnv> {
  const { backend, settings } = policy;
  const app = new Hono<ServerEnv>();
  const signedIn: MiddlewareHandler<ServerEnv> = async (c, next) => {
    if (!c.get('caller').uid || !(await hasSession(backend, c.get('caller'))))
      return authError(c, 401, 'no_authorization', 'This endpoint requires a valid Bearer token');
    return next();
  };
  const uidOf = (c: Context<ServerEnv>) => String(c.get('caller').uid);

  app.post('/address/link', signedIn, async (c) => {
    const rejected = reject(c, policy, 'otp', uidOf(c));
    if (rejected) return rejected;
    const landing = landingOf(c.req.query('redirect_to'), c.env.incoming.socket, settings.allowedOrigins);
    const sent = await sendAddressLink(backend, uidOf(c), landing);
    return sent ? c.json({}) : authError(c, 400, 'address_proven', 'The email address is already proven');
  });
  app.put('/address', signedIn, async (c) => {
    // Use the limit of registrations: each correction can test whether another address has an account.
    const rejected = reject(c, policy, 'signUp', uidOf(c));
    if (rejected) return rejected;
    const email =
      authBodyOf(await c.req.text())
        ?.email?.trim()
        .toLowerCase() ?? '';
    if (!address.test(email) || isTooLong(email))
      return authError(c, 400, 'validation_failed', 'Unable to validate email address: invalid format');
    const reason = await correctAddress(backend, uidOf(c), email);
    if (reason === 'proven') return authError(c, 400, 'address_proven', 'The email address is already proven');
    if (reason === 'taken') return authError(c, 400, 'user_already_exists', 'User already registered');
    return c.json({ email });
  });
  return app;
}
