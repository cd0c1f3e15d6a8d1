/**
 * GET /metrics: the figures of this process for Prometheus.
 * Rule: with METRICS_TOKEN, only a caller with that token reads them; without one, only a caller on this machine, and nobody behind a proxy.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { collectDefaultMetrics, register } from 'prom-client';
import { isOwnMachine } from '../http/caller-address';
import { fail, type Guards, type ServiceEnv } from '../http/guards';
import { bearerValue } from '../http/tokens';
import { logSecurity } from '../telemetry/log';

collectDefaultMetrics();

const digest = (text: string) => createHash('sha256').update(text).digest();
/** Compares digests, so that the time tells nothing about the token. */
const isSame = (given: string, token: string) => timingSafeEqual(digest(given), digest(token));

export function metricsRoutes(
  guards: Guards,
  { token, trustProxy }: { token: string | undefined; trustProxy: boolean },
): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>();
  app.get('/metrics', guards.limited('service'), async (c) => {
    const { incoming } = c.env ?? {};
    if (!token && !(incoming && isOwnMachine(incoming, trustProxy))) return fail(c, 'not_found', 'Not found');
    if (token && !isSame(bearerValue(c.req.header('authorization') ?? '') ?? '', token)) {
      logSecurity('refused_token');
      const wait = await guards.count(c, 'guess');
      return wait > 0 ? guards.tooMany(c, wait) : fail(c, 'unauthorized', 'The token is not METRICS_TOKEN');
    }
    return c.text(await register.metrics(), 200, { 'Content-Type': register.contentType, 'Cache-Control': 'no-store' });
  });
  return app;
}
