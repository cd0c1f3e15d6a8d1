// GET and HEAD of objects: public, by signed URL, or with an access token. Handles ranges, conditions and ETags, which lite ignores.
import { type Context, Hono } from 'hono';
import { plainRequest } from '../../http/plain-request';
import { respondWithFile } from '../../http/ranged-response';
import type { ServerEnv } from '../../http/server-env';
import type { Backend } from '../contract/backend';
import { storageError } from '../contract/request-policy';
import { readableObjects } from '../database/as-caller';
import { isAttachment } from './content-rules';
import { readFileToken } from './file-tokens';
import { isGoodKey } from './files';
import { badKey, notFound, targetOf } from './object-paths';

/** Adds the charset of text files, so that no browser guesses another one. */
const typed = (mimetype: string) => (mimetype.startsWith('text/') ? `${mimetype}; charset=utf-8` : mimetype);

/** @param shared true when everybody gets the same response, so that shared caches may store it. */
async function sendObject(c: Context, { storage }: Backend, bucket: string, key: string, shared: boolean) {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const object = await storage.objects.find(bucket, key);
    if (!object) return notFound(c);
    const headers: Record<string, string> = {
      'content-type': typed(object.mimetype),
      'cache-control': shared ? object.cacheControl : `private, ${object.cacheControl}`,
      // Uploaded files are served from the app's origin, so no script in them may run.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'none',
      'cross-origin-resource-policy': 'same-site',
      ...(shared ? {} : { vary: 'Authorization' }),
    };
    const download = c.req.query('download');
    if (download !== undefined || isAttachment(bucket))
      headers['content-disposition'] =
        `attachment; filename*=UTF-8''${encodeURIComponent(download || (key.split('/').at(-1) ?? ''))}`;
    try {
      return await respondWithFile(c.req.raw, object, headers);
    } catch (error) {
      // The object was replaced between the lookup and the open: look it up again.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return notFound(c);
}

export function objectReads(backend: Backend): Hono<ServerEnv> {
  const app = new Hono<ServerEnv>();

  app.on(['GET', 'HEAD'], '/object/public/:bucket/*', async (c) => {
    const { bucket, key } = targetOf(c.req.path, '/object/public/');
    if (!isGoodKey(key)) return badKey(c, key);
    const rows = await backend.database.run('select public from storage.buckets where id = $1', [bucket]);
    if (rows[0]?.public !== true) return storageError(c, 400, '404', 'Bucket not found', 'Bucket not found');
    return sendObject(c, backend, bucket, key, true);
  });

  app.on(['GET', 'HEAD'], '/object/sign/:bucket/*', async (c) => {
    const { bucket, key } = targetOf(c.req.path, '/object/sign/');
    // Rule: a signed URL reads only the object that it names.
    const claims = await readFileToken(backend.secrets, c.req.query('token'), { intent: 'download', bucket, sub: key });
    if (claims === 'invalid')
      return storageError(c, 400, '400', 'InvalidJWT', 'The signed address has expired or is not genuine');
    if (claims === 'other')
      return storageError(c, 400, '400', 'InvalidSignature', 'The signed address belongs to another object');
    return sendObject(c, backend, bucket, key, false);
  });

  const readAuthorised = (prefix: string) => async (c: Context<ServerEnv>) => {
    const { bucket, key } = targetOf(c.req.path, prefix);
    if (!isGoodKey(key)) return badKey(c, key);
    const caller = c.get('caller');
    const readable = await readableObjects(backend.database, caller, 'storage.object.get_authenticated', bucket, [key]);
    return readable.has(key) ? sendObject(c, backend, bucket, key, false) : notFound(c);
  };
  app.on(['GET', 'HEAD'], '/object/authenticated/:bucket/*', readAuthorised('/object/authenticated/'));
  app.get('/object/info/*', (c) => backend.fetch(plainRequest(c.req.raw)));
  app.on(['GET', 'HEAD'], '/object/:bucket/*', readAuthorised('/object/'));
  return app;
}
