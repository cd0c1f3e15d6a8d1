/** The signed token in the portal's URL. Anybody who has the URL can manage one account's subscription for 30 minutes. */
import { sign } from 'hono/jwt';
import { readToken } from '../../http/tokens';

const AUDIENCE = 'sloy-portal';
const PASS_SECONDS = 1800;

export interface Visitor {
  uid: string;
  returnUrl: string;
}

export const portalPass = ({ uid, returnUrl }: Visitor, secret: string, now: number): Promise<string> =>
  sign({ sub: uid, aud: AUDIENCE, back: returnUrl, exp: Math.floor(now / 1000) + PASS_SECONDS }, secret);

export async function readPortalPass(pass: string, secret: string, now: number): Promise<Visitor | undefined> {
  const claims = await readToken(pass, secret);
  if (claims?.aud !== AUDIENCE || typeof claims.sub !== 'string' || typeof claims.back !== 'string') return undefined;
  return typeof claims.exp === 'number' && claims.exp > now / 1000
    ? { uid: claims.sub, returnUrl: claims.back }
    : undefined;
}
