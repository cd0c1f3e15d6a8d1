// Parses bucket and key from storage URLs; error responses for invalid ones.
import type { Context } from 'hono';
import { storageError } from '../contract/request-policy';

export const STORAGE_BASE = '/storage/v1';

export const notFound = (c: Context) => storageError(c, 400, '404', 'not_found', 'Object not found');
export const badKey = (c: Context, key: string) =>
  storageError(c, 400, '400', 'InvalidKey', `Invalid key: ${key.slice(0, 100)}`);
export const invalidRequest = (c: Context, message: string) => storageError(c, 400, '400', 'InvalidRequest', message);

/** Bucket and key of a path such as /storage/v1/object/sign/<bucket>/<key>. */
export function targetOf(path: string, prefix: string): { bucket: string; key: string } {
  const rest = path.slice(STORAGE_BASE.length + prefix.length);
  const slash = rest.indexOf('/');
  return slash < 0 ? { bucket: rest, key: '' } : { bucket: rest.slice(0, slash), key: rest.slice(slash + 1) };
}
