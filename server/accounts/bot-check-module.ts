/**
 * The bot check of a Supabase project, whose auth service knows no proof of work: this service issues the challenges, and the project's hook
 * `before_user_created` asks it about each new account. The form sends the solution in the metadata of the sign-up (`bot_check`); a trigger of the
 * database stores it nowhere.
 * Rule: answer only a request that the hook's secret has signed (Standard Webhooks) within the last five minutes.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import * as v from 'valibot';
import type { BotCheck } from '../http/bot-check';
import { BODY_BYTES, bodyWithin, fail, type ServiceEnv } from '../http/guards';
import type { ServiceDeps, ServiceModule } from '../http/service-module';
import { logSecurity } from '../telemetry/log';

const TOLERANCE_SECONDS = 300;

const hookSchema = v.object({ user: v.object({ user_metadata: v.nullish(v.record(v.string(), v.unknown())) }) });

/** @param secret `v1,whsec_` and the key in base64, as in the settings of the hook */
export const botCheckModule = (check: BotCheck, secret: string): ServiceModule => ({
  open: (deps) => botCheckRoutes(check, secret, deps),
});

function botCheckRoutes(check: BotCheck, secret: string, { guards, now }: ServiceDeps): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>();
  app.get('/bot-check', guards.limited('challenge'), async (c) => c.json(await check.challenge()));
  app.post('/bot-check/new-account', guards.limited('webhook'), bodyWithin(BODY_BYTES), async (c) => {
    const body = await c.req.text();
    if (!isSigned((name) => c.req.header(`webhook-${name}`) ?? '', body, secret, now())) {
      logSecurity('refused_signature');
      const wait = await guards.count(c, 'guess');
      return wait > 0 ? guards.tooMany(c, wait) : fail(c, 'unauthorized', 'The signature does not prove this request');
    }
    const { user } = v.parse(hookSchema, JSON.parse(body));
    const reason = await check.rejection(user.user_metadata?.bot_check);
    if (reason) logSecurity('failed_bot_check', { reason });
    // The auth service reads an error only from an answer with the status 200, and passes it on with this status.
    return c.json(
      reason ? { error: { http_code: 400, message: `captcha protection: request disallowed (${reason})` } } : {},
    );
  });
  return app;
}

function isSigned(header: (name: string) => string, body: string, secret: string, now: number): boolean {
  const [id, seconds] = [header('id'), header('timestamp')];
  const key = Buffer.from(secret.replace(/^v1,whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest();
  const signatures = [...header('signature').matchAll(/v1,([\w+/]{43}=)/g)].map(([, text = '']) =>
    Buffer.from(text, 'base64'),
  );
  return (
    Math.abs(now / 1000 - Number(seconds)) <= TOLERANCE_SECONDS &&
    signatures.some((signature) => timingSafeEqual(signature, expected))
  );
}
