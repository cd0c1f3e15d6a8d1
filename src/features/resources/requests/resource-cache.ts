/**
 * Caches fetched files per account in Cache Storage, for offline use.
 * Guarantees: a cached file is returned only to the account that fetched it, and only for the same row. Callers must work without the cache.
 */
import { KEPT_RESOURCE_BYTES } from '@/shared/app-limits';
import { CACHES } from '@/shared/names';
import type { ResourceRow } from '@/shared/rows';

// The key contains the file's URL and size, so that after a file is replaced, the cache never returns the old file.
const addressOf = (account: string, { id, file_url, file_size }: ResourceRow) =>
  `/kept/${encodeURIComponent(account)}/${encodeURIComponent(id)}?file=${encodeURIComponent(file_url)}&size=${file_size ?? ''}`;

/** Opens the cache; undefined on an insecure origin (plain http), which has no Cache Storage. */
const open = () => ('caches' in globalThis ? caches.open(CACHES.resources) : undefined);

/** Caches a file. @returns false if the file is too large or the browser has no Cache Storage */
export async function keepFile(account: string, resource: ResourceRow, blob: Blob): Promise<boolean> {
  const cache = blob.size > KEPT_RESOURCE_BYTES ? undefined : await open();
  await cache?.put(addressOf(account, resource), new Response(blob));
  return cache !== undefined;
}

export const keptFile = async (account: string, resource: ResourceRow): Promise<Blob | undefined> =>
  (await (await open())?.match(addressOf(account, resource)))?.blob();

/** Ids of those `resources` that are cached. */
export async function cachedIds(account: string, resources: readonly ResourceRow[]): Promise<ReadonlySet<string>> {
  const cache = await open();
  const found = await Promise.all(resources.map((resource) => cache?.match(addressOf(account, resource))));
  return new Set(resources.flatMap(({ id }, index) => (found[index] ? [id] : [])));
}

const prefixOf = (account: string) => `/kept/${encodeURIComponent(account)}/`;
const ofAccount = async (cache: Cache | undefined, account: string) =>
  (await cache?.keys())?.filter(({ url }) => new URL(url).pathname.startsWith(prefixOf(account))) ?? [];

/** Ids of all cached files of an account. */
export async function keptIds(account: string): Promise<string[]> {
  const own = await ofAccount(await open(), account);
  return own.map(({ url }) => decodeURIComponent(new URL(url).pathname.slice(prefixOf(account).length)));
}

/** Deletes the cached files of an account. */
export async function forgetCachedFiles(account: string): Promise<void> {
  const cache = await open();
  const own = await ofAccount(cache, account);
  await Promise.all(own.map((request) => cache?.delete(request)));
}
