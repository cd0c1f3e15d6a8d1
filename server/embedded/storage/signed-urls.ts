// Issues signed URLs for reading one or several objects and for uploading one, in the format of supabase-js.
import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { plainRequest } from '../../http/plain-request';
import type { ServerEnv } from '../../http/server-env';
import type { Backend } from '../contract/backend';
import { storageError } from '../contract/request-policy';
import { readableObjects } from '../database/as-caller';
import { resourceType } from './content-rules';
import { fromLite, readFileToken, signerOf, signFileToken, toLite } from './file-tokens';
import { isGoodKey } from './files';
import { badKey, invalidRequest, notFound, targetOf } from './object-paths';
import { rejectedInsert } from './object-rows';
import { jsonOf, smallBody } from './storage-bodies';
import { forwardUpload } from './storage-uploads';

/** `expiresIn`: seconds, at most a year. `paths`: at most 500 objects per call. */
const signSchema = v.object({
  expiresIn: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(366 * 86_400)),
  paths: v.optional(v.pipe(v.array(v.string()), v.maxLength(500))),
});

/** Rule: a signed URL must not keep the access of a plan that has ended or was refunded, so it lasts at most six hours (s); the player renews it. The server's own may last longer. */
const LONGEST_SECONDS = 6 * 3_600;

export function signedUrls(backend: Backend): Hono<ServerEnv> {
  const app = new Hono<ServerEnv>();
  const { database, secrets } = backend;

  /** Signs read URLs, only for objects that the caller may read now. */
  const signReads = async (c: Context<ServerEnv>) => {
    const { bucket, key } = targetOf(c.req.path, '/object/sign/');
    const wanted = v.safeParse(signSchema, jsonOf(await c.req.text()));
    if (!wanted.success) return invalidRequest(c, v.summarize(wanted.issues));
    const { expiresIn, paths = [] } = wanted.output;
    const keys = key ? [key] : paths;
    const bad = keys.find((name) => !isGoodKey(name));
    if (bad !== undefined) return badKey(c, bad);
    const operation = key ? 'storage.object.sign' : 'storage.object.sign_many';
    const readable =
      keys.length > 0 ? await readableObjects(database, c.get('caller'), operation, bucket, keys) : new Set<string>();
    const iat = Math.floor(Date.now() / 1000);
    const lifetime = c.get('caller').role === 'service_role' ? expiresIn : Math.min(expiresIn, LONGEST_SECONDS);
    const answers = keys.map(async (sub) => {
      if (!readable.has(sub)) {
        const error = 'Either the object does not exist or you do not have access to it';
        return { path: sub, signedURL: null, error };
      }
      const token = await signFileToken(secrets, { intent: 'download', bucket, sub, iat, exp: iat + lifetime });
      return { path: sub, signedURL: `/object/sign/${bucket}/${sub}?token=${token}`, error: null };
    });
    const all = await Promise.all(answers);
    if (!key) return c.json(all);
    return all[0]?.signedURL ? c.json({ signedURL: all[0].signedURL }) : notFound(c);
  };
  app.post('/object/sign/:bucket', smallBody, signReads);
  app.post('/object/sign/:bucket/*', smallBody, signReads);

  app.post('/object/upload/sign/:bucket/*', smallBody, async (c) => {
    const { bucket, key } = targetOf(c.req.path, '/object/upload/sign/');
    if (!isGoodKey(key)) return badKey(c, key);
    const answer = await backend.fetch(plainRequest(c.req.raw));
    const { token, url: _url, signedUrl: _signedUrl, ...rest } = jsonOf(await answer.text()) ?? {};
    if (!answer.ok || typeof token !== 'string') return c.json(rest, answer.status as 400);
    const own = await fromLite(secrets, token, c.get('caller'));
    return c.json({ ...rest, token: own, url: `/object/upload/sign/${bucket}/${key}?token=${own}` });
  });

  app.put('/object/upload/sign/:bucket/*', async (c) => {
    const { bucket, key } = targetOf(c.req.path, '/object/upload/sign/');
    if (!isGoodKey(key)) return badKey(c, key);
    const claims = await readFileToken(secrets, c.req.query('token'), { intent: 'upload', bucket, sub: key });
    if (typeof claims === 'string')
      return storageError(c, 400, '400', 'InvalidSignature', 'The signed address has expired or is not genuine');
    const signer = signerOf(claims);
    // Rule: whoever lost the rights after signing, or whose session has ended, adds no file any more.
    const isRefused =
      !signer ||
      (signer.role !== 'service_role' &&
        (backend.endedSessions.has(signer) ||
          (await rejectedInsert(database, signer, { bucket, key, metadata: { mimetype: resourceType(key) } })) ===
            'forbidden'));
    if (isRefused) return storageError(c, 400, '403', 'Unauthorized', 'new row violates row-level security policy');
    const url = new URL(c.req.url);
    url.searchParams.set('token', await toLite(secrets, claims));
    c.req.raw = plainRequest(c.req.raw, c.req.raw.body, { url: url.href });
    return forwardUpload(c, backend, bucket, key);
  });
  return app;
}
