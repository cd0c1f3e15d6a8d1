// Stable names of requests for the log and the metrics. Rule: the name never contains a part of a URL that a caller chooses freely.
import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';

const AUTH = new Set('signup token otp recover verify logout user settings health altcha address authorize'.split(' '));
/** Second segment of a storage URL → operation. */
const STORAGE = new Map([
  ['list', 'storage.list'],
  ['sign', 'storage.sign'],
  ['move', 'storage.move'],
  ['copy', 'storage.copy'],
  ['info', 'storage.read'],
]);
const BY_METHOD = new Map([
  ['GET', 'storage.read'],
  ['HEAD', 'storage.read'],
  ['DELETE', 'storage.delete'],
]);

function storageOperation(method: string, [kind = '', action = '', target = '']: string[]): string {
  if (kind === 'upload') return 'storage.upload';
  if (kind === 'bucket') return 'storage.bucket';
  if (kind !== 'object') return 'storage.other';
  // Reading a signed URL is a GET, signing it is a POST; `upload/sign` issues (POST) or uses (PUT) the URL of an upload.
  if (action === 'upload' && target === 'sign') return method === 'POST' ? 'storage.sign' : 'storage.write';
  return BY_METHOD.get(method) ?? STORAGE.get(action) ?? 'storage.write';
}

/** @param known the functions and tables of the database that requests may name */
export const webOperation =
  (known: ReadonlySet<string>) =>
  ({ req }: Context): string => {
    const [area = '', version, ...rest] = req.path.split('/').slice(1);
    const [name = '', call = ''] = rest;
    if (version === 'v1') {
      if (area === 'rest' && name === 'rpc') return known.has(call) ? call : 'rest.other';
      if (area === 'rest') return known.has(name) ? `rest.${name}` : 'rest.other';
      if (area === 'auth') return AUTH.has(name) ? `auth.${name}` : 'auth.other';
      if (area === 'storage') return storageOperation(req.method, rest);
      if (area === 'realtime') return 'realtime';
    }
    return req.path === '/config.json' ? 'config' : 'web';
  };

/** The pattern of the matched route: `GET /billing-history/:email` is `service.billing_history`. */
export function serviceOperation(c: Context): string {
  const pattern = matchedRoutes(c).findLast(({ path, method }) => method !== 'ALL' && !path.endsWith('*'))?.path;
  const words = pattern?.split('/').filter((part) => part && !part.startsWith(':'));
  return words ? `service.${words.join('.').replaceAll('-', '_').replace(/^\./, '')}` : 'service.other';
}
