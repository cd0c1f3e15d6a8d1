/** What a request's transport says: whether the client used https, and whether its host name may be copied into a page or a header. */
import type { Context, MiddlewareHandler } from 'hono';

const HOST = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d+)?$/i;
/** A year: browsers then use https only, also for a link without it. */
const HSTS = 'max-age=31536000';

/** Rule: only a trusted proxy is believed about https; this server itself speaks http. */
export const isHttps = (c: Context, trustProxy: boolean): boolean =>
  trustProxy && c.req.header('x-forwarded-proto') === 'https';

/** Refuses a host name with other characters than a host name has, and sends HSTS to clients that use https. */
export const transportRules =
  (trustProxy: boolean): MiddlewareHandler =>
  async (c, next): Promise<Response | undefined> => {
    const host = c.req.header('host');
    if (host && !HOST.test(host)) return c.json({ message: 'The Host header is not a host name' }, 400);
    await next();
    if (isHttps(c, trustProxy)) c.res.headers.set('Strict-Transport-Security', HSTS);
    return undefined;
  };
