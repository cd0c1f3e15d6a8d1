/**
 * The public routes of certificates: the key set, one certificate by its exact serial, and the list of revoked certificates.
 * Rule: the routes are open to every origin and take no token. A caller must know the exact serial, and guesses are limited per address.
 */
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import * as v from 'valibot';
import { fail, type ServiceEnv } from '../http/guards';
import type { Call } from '../http/service-client';
import type { ServiceDeps, ServiceModule } from '../http/service-module';
import { jwtHeader, statusListCredential } from './credential';
import type { CertificateSigning } from './signing';

const JWT_TYPE = 'application/vc+jwt';
const SERIAL = /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/;
/** How long caches may keep the public keys (s). */
const KEYS_MAX_AGE_S = 3600;
/** How long caches, and this server itself, may keep the list of revoked certificates (s). */
const STATUS_MAX_AGE_S = 300;
/** How long caches may keep the response about one certificate (s). Everybody sees a revocation at most this much later. */
const SERIAL_MAX_AGE_S = 60;

const keySetSchema = v.array(v.looseObject({ kid: v.string() }));
const indexesSchema = v.array(v.pipe(v.number(), v.integer(), v.minValue(0)));
const answerSchema = v.nullable(v.looseObject({ status: v.string(), credential: v.optional(v.nullable(v.string())) }));

/** @param signing undefined if this process has no private keys; the status list is then not served */
export const certificatesModule = (call: Call, signing: CertificateSigning | undefined): ServiceModule => ({
  open: (deps) => publicRoutes(call, signing, deps),
});

/** Allows every origin to read the responses, including errors. */
const anyOrigin: MiddlewareHandler<ServiceEnv> = async (c, next) => {
  await next();
  c.res.headers.set('Access-Control-Allow-Origin', '*');
};

const cachedFor = (c: Context, seconds: number) => c.header('Cache-Control', `public, max-age=${seconds}`);

function publicRoutes(
  call: Call,
  signing: CertificateSigning | undefined,
  { guards, now }: ServiceDeps,
): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>();
  const keySet = async () => v.parse(keySetSchema, await call('certificate_key_set'));
  const statusList = cachedStatusList(call, signing, now);
  for (const path of ['/.well-known/jwks.json', '/credentials/*']) app.use(path, anyOrigin);

  app.get('/.well-known/jwks.json', guards.limited('service'), async (c) => {
    cachedFor(c, KEYS_MAX_AGE_S);
    return c.json({ keys: await keySet() });
  });

  app.get('/credentials/keys/:kid', guards.limited('service'), async (c) => {
    const key = (await keySet()).find(({ kid }) => kid === c.req.param('kid'));
    if (!key) return fail(c, 'not_found', 'Not found');
    cachedFor(c, KEYS_MAX_AGE_S);
    return c.json(key);
  });

  app.get('/credentials/status/1', guards.limited('service'), async (c) => {
    const list = await statusList();
    if (list === undefined) return fail(c, 'not_found', 'Not found');
    cachedFor(c, STATUS_MAX_AGE_S);
    return c.body(list, 200, { 'Content-Type': JWT_TYPE });
  });

  app.get('/credentials/:serial', guards.limited('certificate'), async (c) => {
    const serial = c.req.param('serial').toUpperCase();
    const found = SERIAL.test(serial)
      ? v.parse(answerSchema, await call('issued_certificate', { p_serial: serial }))
      : null;
    if (!found) {
      c.header('Cache-Control', 'no-store');
      return fail(c, 'not_found', 'Not found');
    }
    cachedFor(c, SERIAL_MAX_AGE_S);
    c.header('Vary', 'Accept', { append: true });
    const wantsJwt = c.req.header('accept')?.includes(JWT_TYPE) ?? false;
    if (wantsJwt && found.credential) return c.body(found.credential, 200, { 'Content-Type': JWT_TYPE });
    return c.json(found);
  });
  return app;
}

/** Caches the signed list, because an RSA signature is the most expensive operation that an anonymous caller can trigger. */
function cachedStatusList(call: Call, signing: CertificateSigning | undefined, now: () => number) {
  let cached: { at: number; list: Promise<string> } | undefined;
  const sign = async ({ signers, publicUrl }: CertificateSigning) => {
    const revoked = v.parse(indexesSchema, await call('revoked_certificate_indexes'));
    const { credential } = await signers();
    const base = publicUrl();
    return credential.sign(statusListCredential(base, revoked, now()), jwtHeader(base, credential.kid));
  };
  return async (): Promise<string | undefined> => {
    if (!signing) return undefined;
    if (!cached || now() - cached.at > STATUS_MAX_AGE_S * 1000) {
      const fresh = { at: now(), list: sign(signing) };
      cached = fresh;
      fresh.list.catch(() => {
        if (cached === fresh) cached = undefined;
      });
    }
    return cached.list;
  };
}
