/**
 * Keeps a runtime cache small: a limited number of entries, none used after its age. workbox-expiration keeps times in a database of its own,
 * which costs 2 kB of this worker; the order of a cache and the dates of the answers contain the same information.
 */
const DAY_MS = 86_400_000;

/** An answer without a readable date counts as fresh: opaque ones have none. */
export const isFresh = (answer: Response, maxAgeDays: number, now = Date.now()): boolean =>
  !(Date.parse(answer.headers.get('Date') ?? '') < now - maxAgeDays * DAY_MS);

/** A cache lists its entries in the order in which they were stored last. */
export async function dropOldest(cacheName: string, maxEntries: number): Promise<void> {
  const cache = await caches.open(cacheName);
  const entries = await cache.keys();
  await Promise.all(entries.slice(0, Math.max(0, entries.length - maxEntries)).map((entry) => cache.delete(entry)));
}
