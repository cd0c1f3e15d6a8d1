// Rule: no page may frame an answer of this server, also not one without a policy of its own.
import type { MiddlewareHandler } from 'hono';

const POLICY = 'Content-Security-Policy';

/** Adds `frame-ancestors` to answers without a policy. A 304 gets none, because browsers would replace the policy of the page that they have with it. */
export const noFraming: MiddlewareHandler = async (c, next) => {
  await next();
  if (c.res.status !== 304 && !c.res.headers.has(POLICY)) c.res.headers.set(POLICY, "frame-ancestors 'none'");
};
