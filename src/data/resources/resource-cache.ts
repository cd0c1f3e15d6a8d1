/**
 * Files that were fetched once and stay readable without a network, in the browser's cache storage, by account.
 * Guarantees: a file is given only to the account that fetched it and only for the very row it was fetched for; keeping may fail, it is a courtesy.
 */
import { KEPT_RESOURCE_BYTES } from '@/config/limits';
import { CACHES } from '@/config/persisted-names';
import type { ResourceRow } from '@/domain/rows';

// Another file under the same id is another address: the old copy is not found.
const addressOf = (account: string, { id, file_url, file_size }: ResourceRow) =>
  `/kept/${encodeURIComponent(account)}/${encodeURIComponent(id)}?file=${encodeURIComponent(file_url)}&size=${file_size ?? ''}`;

/** Missing on plain http. */
const open = () => ('caches' in globalThis ? caches.open(CACHES.resources) : undefined);

/** False where the file is too large or the browser has no cache storage. */
export async function keepFile(account: string, resource: ResourceRow, blob: Blob): Promise<boolean> {
  const cache = blob.size > KEPT_RESOURCE_BYTES ? undefined : await open();
  await cache?.put(addressOf(account, resource), new Response(blob));
  return cache !== undefined;
}

export const keptFile = async (account: string, resource: ResourceRow): Promise<Blob | undefined> =>
  (await (await open())?.match(addressOf(account, resource)))?.blob();

/** Ids of the files that are on this device. */
export async function keptIds(account: string, resources: readonly ResourceRow[]): Promise<ReadonlySet<string>> {
  const cache = await open();
  const found = await Promise.all(resources.map((resource) => cache?.match(addressOf(account, resource))));
  return new Set(resources.flatMap(({ id }, index) => (found[index] ? [id] : [])));
}

/** Removes what was kept for an account. */
export async function forgetKeptFiles(account: string): Promise<void> {
  const cache = await open();
  const own =
    (await cache?.keys())?.filter(({ url }) =>
      new URL(url).pathname.startsWith(`/kept/${encodeURIComponent(account)}/`),
    ) ?? [];
  await Promise.all(own.map((request) => cache?.delete(request)));
}
