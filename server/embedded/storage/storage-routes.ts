// Routes of /storage/v1. This server reads and signs objects; lite writes rows, applies the policies and stores uploads through our adapter.
// Each request is checked in this order: credentials, rate limit, body.
import { Hono } from 'hono';
import * as v from 'valibot';
import { extensionOf } from '../../../src/shared/resource-types';
import { plainRequest } from '../../http/plain-request';
import type { ServerEnv } from '../../http/server-env';
import { checkCredentials } from '../contract/credentials';
import { type RequestPolicy, reject, storageError } from '../contract/request-policy';
import { isGoodKey } from './files';
import { badKey, invalidRequest, STORAGE_BASE, targetOf } from './object-paths';
import { objectReads } from './object-reads';
import { resumableUploads } from './resumable';
import { signedUrls } from './signed-urls';
import { jsonOf, listSchema, smallBody } from './storage-bodies';
import { forwardUpload, wrongType } from './storage-uploads';

const isRead = (method: string) => method === 'GET' || method === 'HEAD';

export function storageRoutes(policy: RequestPolicy): Hono<ServerEnv> {
  const { backend } = policy;
  const app = new Hono<ServerEnv>();

  app.use('*', async (c, next) => (/%00|\0/.test(c.req.path) ? badKey(c, c.req.path) : next()));
  app.use(
    '*',
    checkCredentials(backend, {
      malformed: (c) => storageError(c, 401, '401', 'InvalidJWT', 'Invalid credentials'),
      invalid: (c) => storageError(c, 401, '401', 'InvalidJWT', 'Invalid JWT'),
      // Public objects need no token, so ignore an expired token.
      isOpen: (c) => isRead(c.req.method) && c.req.path.startsWith(`${STORAGE_BASE}/object/public/`),
    }),
  );
  app.use('*', async (c, next) => {
    const { uid, role } = c.get('caller');
    if (role === 'service_role') return next();
    // A visitor's reads count against the higher limit `rpc`, because a page loads dozens of public images. Signing, listing and writing do not.
    const what = uid || isRead(c.req.method) ? 'rpc' : 'visitorStorage';
    return (await reject(c, policy, what, uid ?? undefined)) ?? next();
  });

  app.route('/', objectReads(backend));
  app.route('/', signedUrls(backend));
  app.route('/', resumableUploads(backend));

  // Check object keys in JSON bodies too, as in URLs.
  for (const path of ['/object/move', '/object/copy']) {
    app.post(path, smallBody, async (c) => {
      const text = await c.req.text();
      const { bucketId, sourceKey, destinationKey, destinationBucket = bucketId } = jsonOf(text) ?? {};
      if (typeof bucketId !== 'string' || typeof destinationBucket !== 'string')
        return invalidRequest(c, 'The body does not name a bucket');
      if (typeof sourceKey !== 'string' || !isGoodKey(sourceKey)) return badKey(c, String(sourceKey));
      if (typeof destinationKey !== 'string' || !isGoodKey(destinationKey)) return badKey(c, String(destinationKey));
      // The upload checked the content of the file by its bucket and its extension, so the file must keep both.
      const isChecked = destinationBucket === bucketId && extensionOf(destinationKey) === extensionOf(sourceKey);
      if (c.get('caller').role !== 'service_role' && !isChecked) return wrongType(c);
      return backend.fetch(plainRequest(c.req.raw, text));
    });
  }
  app.post('/object/list/:bucket', smallBody, async (c) => {
    const wanted = v.safeParse(listSchema, jsonOf(await c.req.text()));
    if (!wanted.success) return invalidRequest(c, v.summarize(wanted.issues));
    return backend.fetch(plainRequest(c.req.raw, JSON.stringify(wanted.output)));
  });
  app.delete('/object/:bucket', smallBody, async (c) => {
    const text = await c.req.text();
    const { prefixes } = jsonOf(text) ?? {};
    const bad = Array.isArray(prefixes)
      ? prefixes.find((key) => typeof key !== 'string' || !isGoodKey(key))
      : 'prefixes';
    return bad === undefined ? backend.fetch(plainRequest(c.req.raw, text)) : badKey(c, String(bad));
  });

  app.on(['POST', 'PUT'], '/object/:bucket/*', (c) => {
    const { bucket, key } = targetOf(c.req.path, '/object/');
    return isGoodKey(key) ? forwardUpload(c, backend, bucket, key) : badKey(c, key);
  });

  // DANGER: lite lets anybody who may see one object empty its bucket: for public images, even a visitor.
  // Rule: only the service role creates, changes, empties and removes buckets. Everybody else may only read on the remaining routes.
  app.all('*', smallBody, async (c) => {
    if (!isRead(c.req.method) && c.get('caller').role !== 'service_role')
      return storageError(c, 400, '403', 'Unauthorized', 'new row violates row-level security policy');
    if (isRead(c.req.method)) return backend.fetch(plainRequest(c.req.raw));
    const text = await c.req.text();
    return jsonOf(text)
      ? backend.fetch(plainRequest(c.req.raw, text))
      : invalidRequest(c, 'The body is not a JSON object of bounded depth');
  });
  return app;
}
