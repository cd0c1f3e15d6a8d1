// /storage/v1: what lite does well is handed to it; objects are read here (ranges, conditions, streams), multipart uploads are turned into plain
// streams, and signed addresses are answered in the shape that supabase-js reads.
import { type Context, Hono } from 'hono';
import { sign } from 'hono/jwt';
import * as v from 'valibot';
import { plainRequest } from '../services/plain-request';
import { respondWithFile } from '../services/ranged-response';
import { bearerOf, type Caller, readToken, visitor } from '../services/tokens';
import { readableObjects } from './as-caller';
import type { Backend } from './backend';
import { isGoodKey } from './files';
import { forwardUpload } from './storage-uploads';

const base = '/storage/v1';

/** Longest life of a signed address: a year, s; most addresses in one call. */
const signSchema = v.object({
  expiresIn: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(366 * 86_400)),
  paths: v.optional(v.pipe(v.array(v.string()), v.maxLength(500))),
});

/** Errors as a hosted project writes them: the true status is in the body. */
export function storageError(
  c: Context,
  http: 400 | 401 | 413,
  statusCode: string,
  error: string,
  message: string,
): Response {
  return c.json({ statusCode, error, message }, http);
}
const notFound = (c: Context) => storageError(c, 400, '404', 'not_found', 'Object not found');
const badKey = (c: Context, key: string) =>
  storageError(c, 400, '400', 'InvalidKey', `Invalid key: ${key.slice(0, 100)}`);

/** Bucket and key of a path such as /storage/v1/object/sign/<bucket>/<key>. */
export function targetOf(path: string, prefix: string): { bucket: string; key: string } {
  const rest = path.slice(base.length + prefix.length);
  const slash = rest.indexOf('/');
  return slash < 0 ? { bucket: rest, key: '' } : { bucket: rest.slice(0, slash), key: rest.slice(slash + 1) };
}

async function whoAsks(c: Context, backend: Backend): Promise<Caller | undefined> {
  if (c.req.header('apikey') === backend.secrets.secret_key)
    return { ...visitor, role: 'service_role', claims: { role: 'service_role' } };
  const token = bearerOf(c.req.header('authorization'));
  return token ? backend.callerOf(token) : visitor;
}

export function storageRoutes(backend: Backend): Hono {
  const app = new Hono();

  async function sendObject(c: Context, bucket: string, key: string, shared: boolean): Promise<Response> {
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const object = await backend.files.find(bucket, key);
      if (!object) return notFound(c);
      const headers: Record<string, string> = {
        'content-type': object.mimetype,
        'cache-control': shared ? object.cacheControl : `private, ${object.cacheControl}`,
        // What people upload is served from the app's own origin: nothing in it may run.
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'none',
        'cross-origin-resource-policy': 'same-site',
        ...(shared ? {} : { vary: 'Authorization' }),
      };
      const download = c.req.query('download');
      if (download !== undefined)
        headers['content-disposition'] =
          `attachment; filename*=UTF-8''${encodeURIComponent(download || (key.split('/').at(-1) ?? ''))}`;
      try {
        return await respondWithFile(c.req.raw, object, headers);
      } catch (error) {
        // Replaced between looking and opening: look again.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
    return notFound(c);
  }

  // Rule: a token that is sent must be genuine and of a session that runs; what is public needs none and looks at none.
  app.use('*', async (c, next) => {
    if (/%00|\0/.test(c.req.path)) return badKey(c, c.req.path);
    const open = c.req.path.startsWith(`${base}/object/public/`) || (await whoAsks(c, backend));
    return open ? next() : storageError(c, 401, '401', 'InvalidJWT', 'Invalid JWT');
  });

  app.on(['GET', 'HEAD'], '/object/public/:bucket/*', async (c) => {
    const { bucket, key } = targetOf(c.req.path, '/object/public/');
    if (!isGoodKey(key)) return badKey(c, key);
    const rows = await backend.database.run('select public from storage.buckets where id = $1', [bucket]);
    if (rows[0]?.public !== true) return storageError(c, 400, '404', 'Bucket not found', 'Bucket not found');
    return sendObject(c, bucket, key, true);
  });

  app.on(['GET', 'HEAD'], '/object/sign/:bucket/*', async (c) => {
    const { bucket, key } = targetOf(c.req.path, '/object/sign/');
    const claims = await readToken(c.req.query('token') ?? '', backend.secrets.jwt_secret);
    if (!claims) return storageError(c, 400, '400', 'InvalidJWT', 'The signed address has expired or is not genuine');
    // Rule: a signed address opens the one object it names, for reading.
    if (claims.intent !== 'download' || claims.bucket !== bucket || claims.sub !== key) {
      return storageError(c, 400, '400', 'InvalidSignature', 'The signed address belongs to another object');
    }
    return sendObject(c, bucket, key, false);
  });

  const readAuthorised = (prefix: string) => async (c: Context) => {
    const { bucket, key } = targetOf(c.req.path, prefix);
    if (!isGoodKey(key)) return badKey(c, key);
    const caller = await whoAsks(c, backend);
    if (!caller) return storageError(c, 401, '401', 'InvalidJWT', 'Invalid JWT');
    const readable = await readableObjects(backend.database, caller, 'storage.object.get_authenticated', bucket, [key]);
    return readable.has(key) ? sendObject(c, bucket, key, false) : notFound(c);
  };
  app.on(['GET', 'HEAD'], '/object/authenticated/:bucket/*', readAuthorised('/object/authenticated/'));
  app.get('/object/info/*', (c) => backend.fetch(plainRequest(c.req.raw)));
  app.on(['GET', 'HEAD'], '/object/:bucket/*', readAuthorised('/object/'));

  /** Signed addresses, of one object or of a list: of what the caller may read now. */
  const signed = async (c: Context) => {
    const { bucket, key } = targetOf(c.req.path, '/object/sign/');
    const wanted = v.safeParse(signSchema, jsonOf(await c.req.text()));
    if (!wanted.success) return storageError(c, 400, '400', 'InvalidRequest', v.summarize(wanted.issues));
    const { expiresIn, paths = [] } = wanted.output;
    const keys = key ? [key] : paths;
    const bad = keys.find((name) => !isGoodKey(name));
    if (bad !== undefined) return badKey(c, bad);
    const caller = await whoAsks(c, backend);
    if (!caller) return storageError(c, 401, '401', 'InvalidJWT', 'Invalid JWT');
    const operation = key ? 'storage.object.sign' : 'storage.object.sign_many';
    const readable =
      keys.length > 0 ? await readableObjects(backend.database, caller, operation, bucket, keys) : new Set<string>();
    const now = Math.floor(Date.now() / 1000);
    const answers = keys.map(async (name) => {
      if (!readable.has(name))
        return {
          path: name,
          signedURL: null,
          error: 'Either the object does not exist or you do not have access to it',
        };
      const claims = { sub: name, bucket, intent: 'download', iat: now, exp: now + expiresIn };
      const token = await sign(claims, backend.secrets.jwt_secret, 'HS256');
      return { path: name, signedURL: `/object/sign/${bucket}/${name}?token=${token}`, error: null };
    });
    const all = await Promise.all(answers);
    if (!key) return c.json(all);
    return all[0]?.signedURL ? c.json({ signedURL: all[0].signedURL }) : notFound(c);
  };
  app.post('/object/sign/:bucket', signed);
  app.post('/object/sign/:bucket/*', signed);

  app.post('/object/upload/sign/:bucket/*', async (c) => {
    const { key } = targetOf(c.req.path, '/object/upload/sign/');
    if (!isGoodKey(key)) return badKey(c, key);
    const answer = await backend.fetch(plainRequest(c.req.raw));
    const body = jsonOf(await answer.text());
    // lite says `signedUrl: "/storage/v1/object/…"`; supabase-js reads `url`, without the prefix.
    const { signedUrl, ...rest } = body;
    return c.json(
      typeof signedUrl === 'string' ? { ...rest, url: signedUrl.replace(base, '') } : body,
      answer.status as 200,
    );
  });
  app.put('/object/upload/sign/:bucket/*', (c) => {
    const { bucket, key } = targetOf(c.req.path, '/object/upload/sign/');
    return isGoodKey(key) ? forwardUpload(c, backend, bucket) : badKey(c, key);
  });

  // Keys inside JSON bodies are checked like those in addresses.
  for (const path of ['/object/move', '/object/copy']) {
    app.post(path, async (c) => {
      const text = await c.req.text();
      const { sourceKey, destinationKey } = jsonOf(text);
      for (const key of [sourceKey, destinationKey])
        if (typeof key !== 'string' || !isGoodKey(key)) return badKey(c, String(key));
      return backend.fetch(plainRequest(c.req.raw, text));
    });
  }
  app.post('/object/list/:bucket', (c) => backend.fetch(plainRequest(c.req.raw)));
  app.on(['POST', 'PUT'], '/object/:bucket/*', (c) => {
    const { bucket, key } = targetOf(c.req.path, '/object/');
    return isGoodKey(key) ? forwardUpload(c, backend, bucket) : badKey(c, key);
  });
  app.delete('/object/:bucket', async (c) => {
    const text = await c.req.text();
    const { prefixes } = jsonOf(text);
    const bad = Array.isArray(prefixes)
      ? prefixes.find((key) => typeof key !== 'string' || !isGoodKey(key))
      : 'prefixes';
    return bad === undefined ? backend.fetch(plainRequest(c.req.raw, text)) : badKey(c, String(bad));
  });
  // DANGER: lite empties a bucket for whoever may see one object in it, for visitors even, where pictures are public.
  // Rule: buckets are made, changed, emptied and removed by the service alone; of what is not named above others may only read.
  app.all('*', async (c) => {
    const reads = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (reads || (await whoAsks(c, backend))?.role === 'service_role') return backend.fetch(plainRequest(c.req.raw));
    return storageError(c, 400, '403', 'Unauthorized', 'new row violates row-level security policy');
  });
  return app;
}

function jsonOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
