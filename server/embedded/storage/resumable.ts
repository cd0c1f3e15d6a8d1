/**
 * Resumable uploads (TUS) at /storage/v1/upload/resumable, as on a hosted project.
 * Guarantees: policies, size and type are checked with the caller's rights at creation and again when all bytes are there; a finished
 * upload becomes the object by one rename; if the final response is lost, the server repeats it, so that the client need not upload again.
 */
import { randomUUID } from 'node:crypto';
import { ERRORS, Server, type Upload } from '@tus/server';
import { type Context, Hono } from 'hono';
import { plainRequest } from '../../http/plain-request';
import type { ServerEnv } from '../../http/server-env';
import { isStorable } from '../../http/storable';
import type { Caller } from '../../http/tokens';
import { logFailure } from '../../telemetry/log';
import { type Backend, FILE_LIMIT_BYTES } from '../contract/backend';
import type { UploadStore } from '../contract/object-store';
import { isAllowedName, SNIFF_BYTES, storedType } from './content-rules';
import { isGoodKey } from './files';
import { STORAGE_BASE } from './object-paths';
import { bucketRules, insertObject, type Rejection, rejectedInsert } from './object-rows';

const PATH = `${STORAGE_BASE}/upload/resumable`;
/** Form of an upload id. Twin: `randomUUID`. An id of another form is never looked up on the disk. */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const failure = (status_code: number, body: string) => ({ status_code, body });
const rejections: Record<Rejection, ReturnType<typeof failure>> = {
  forbidden: failure(403, 'new row violates row-level security policy'),
  taken: failure(409, 'The resource already exists'),
};
const wrongType = failure(415, 'The type of the file is not accepted here');

/** Target object and owner of an upload, from the upload's stored metadata. Only the server sets the owner. */
interface Target {
  bucket: string;
  key: string;
  declared: string;
  cacheControl: string;
  owner: string;
}

function targetOf({ metadata = {} }: Pick<Upload, 'metadata'>): Target {
  const seconds = metadata.cacheControl ?? '';
  return {
    bucket: metadata.bucketName ?? '',
    key: metadata.objectName ?? '',
    declared: metadata.contentType ?? 'application/octet-stream',
    cacheControl: /^\d{1,9}$/.test(seconds) ? `max-age=${seconds}` : 'no-cache',
    owner: metadata.owner ?? '',
  };
}

const ownerOf = ({ uid, role }: Caller) => uid ?? role;

export function resumableUploads({ database, storage }: Backend): Hono<ServerEnv> {
  /** The caller of each request in flight. The TUS server passes the same request object to its hooks. */
  const callers = new WeakMap<object, Caller>();
  /** The running final step of each upload, by upload id. If the client repeats its final request, the request waits for the running step. */
  const finishing = new Map<string, Promise<void>>();

  let opened: { store: UploadStore; server: Server } | undefined;
  /** Opens the store only at the first request, because it creates a folder. */
  const tus = () => {
    if (!opened) {
      const store = storage.uploads();
      opened = { store, server: createServer(store) };
    }
    return opened;
  };

  const callerOf = (request: object): Caller => {
    const caller = callers.get(request);
    if (!caller) throw failure(401, 'Invalid credentials');
    return caller;
  };

  const checkTarget = async (caller: Caller, { bucket, key, declared }: Target, size: number): Promise<void> => {
    if (!isGoodKey(key)) throw failure(400, 'Invalid key');
    const rules = await bucketRules(database, bucket);
    if (!rules) throw failure(404, 'Bucket not found');
    const limit = Math.min(FILE_LIMIT_BYTES, rules.limitBytes ?? FILE_LIMIT_BYTES);
    if (size > limit) throw failure(413, `The object exceeded the maximum allowed size of ${limit} bytes`);
    if (size === 0) throw failure(415, 'The file is empty');
    const rejection = await rejectedInsert(database, caller, { bucket, key, metadata: { mimetype: declared } });
    if (rejection) throw rejections[rejection];
    const isDeclaredWrong = rules.mimeTypes !== undefined && !rules.mimeTypes.includes(declared);
    if (isDeclaredWrong || !isAllowedName(bucket, key)) throw wrongType;
  };

  const finish = async (caller: Caller, upload: Upload): Promise<void> => {
    const target = targetOf(upload);
    const { store } = tus();
    try {
      await checkTarget(caller, target, upload.size ?? 0);
      const { bucket, key, declared, cacheControl } = target;
      const mimetype = await storedType(bucket, key, await store.head(upload.id, SNIFF_BYTES), declared);
      if (!mimetype) throw wrongType;
      const size = upload.size ?? 0;
      const eTag = await store.seal(upload.id, size);
      const metadata = {
        mimetype,
        size,
        contentLength: size,
        cacheControl,
        eTag,
        lastModified: new Date().toISOString(),
      };
      const rejection = await insertObject(database, caller, { bucket, key, metadata }, () =>
        store.adopt(upload.id, eTag, { bucket, key }, mimetype, cacheControl),
      );
      if (rejection) throw rejections[rejection];
    } catch (error) {
      // Remove a rejected upload. After any other error, such as a full disk, the client can retry.
      if ('status_code' in (error as object)) await store.remove(upload.id).catch(() => undefined);
      throw error;
    }
    upload.metadata = { ...upload.metadata, finished: 'true' };
    await store.finish(upload);
  };

  const finishOnce = (caller: Caller, upload: Upload): Promise<void> => {
    const running = finishing.get(upload.id);
    if (running) return running;
    const work = finish(caller, upload).finally(() => finishing.delete(upload.id));
    finishing.set(upload.id, work);
    return work;
  };

  const createServer = ({ datastore }: UploadStore) =>
    new Server({
      path: PATH,
      datastore,
      relativeLocation: true,
      maxSize: FILE_LIMIT_BYTES,
      // The web port handles CORS for all routes.
      allowedOrigins: () => false,
      namingFunction: () => randomUUID(),
      async onUploadCreate(request, upload) {
        const caller = callerOf(request);
        if (upload.size === undefined) throw failure(400, 'Upload-Length is required');
        if (!isStorable(upload.metadata)) throw failure(400, 'Invalid Upload-Metadata');
        const owner = ownerOf(caller);
        await checkTarget(caller, targetOf({ metadata: { ...upload.metadata, owner } }), upload.size);
        return { metadata: { ...upload.metadata, owner, finished: null } };
      },
      async onUploadFinish(request, upload) {
        await finishOnce(callerOf(request), upload);
        return {};
      },
      onResponseError(_request, error) {
        if ('status_code' in error && error.status_code) {
          // A newer request for this upload took the lock. 423 makes the client of the aborted request retry; another 4xx would end its upload.
          return error === ERRORS.ABORTED ? failure(423, 'The upload is in use') : undefined;
        }
        logFailure('upload failed', error);
        return failure(500, 'The upload could not be stored');
      },
    });

  /** Rule: an upload is visible only to the account that created it. */
  const ownUpload = async (c: Context<ServerEnv>, id: string): Promise<Upload | undefined> => {
    const upload = ID.test(id) ? await tus().store.find(id) : undefined;
    return upload && targetOf(upload).owner === ownerOf(c.get('caller')) ? upload : undefined;
  };

  const passOn = (c: Context<ServerEnv>) => {
    const request = plainRequest(c.req.raw);
    callers.set(request, c.get('caller'));
    return tus().server.handleWeb(request);
  };

  const app = new Hono<ServerEnv>();
  app.post('/upload/resumable', passOn);
  // GET is listed because Hono matches HEAD as GET; the TUS server answers a real GET with 404.
  app.on(['GET', 'HEAD', 'PATCH', 'DELETE'], '/upload/resumable/:id', async (c) => {
    const id = c.req.param('id');
    const known = await ownUpload(c, id);
    if (!known) return c.text('The file for this url was not found', 404, { 'Tus-Resumable': '1.0.0' });
    const { method } = c.req.raw;
    const complete = {
      'Tus-Resumable': '1.0.0',
      'Cache-Control': 'no-store',
      'Upload-Offset': String(known.size),
      'Upload-Length': String(known.size),
    };
    if (known.metadata?.finished === 'true')
      return method === 'HEAD' ? c.body(null, 200, complete) : c.body(null, method === 'PATCH' ? 409 : 204, complete);
    if (method === 'HEAD') {
      // If all bytes arrived but the server stopped before it stored the object, the client's HEAD request finishes the upload.
      const upload = await tus()
        .store.datastore.getUpload(id)
        .catch(() => undefined);
      if (upload && upload.offset === upload.size) {
        try {
          await finishOnce(c.get('caller'), upload);
        } catch (error) {
          const { status_code: status = 500, body = '' } = error as { status_code?: 403; body?: string };
          return c.text(body, status, { 'Tus-Resumable': '1.0.0' });
        }
        return c.body(null, 200, complete);
      }
    }
    return passOn(c);
  });
  return app;
}
