/**
 * Limits the number and the age of the entries in a runtime cache. workbox-expiration stores times in a database of its own, which costs 2 kB of
 * this worker; the order of a cache's entries and the `Date` headers of its responses contain the same information.
 */
const DAY_MS = 86_400_000;

/** A response without a readable `Date` header counts as fresh; opaque responses have none. */
export const isFresh = (answer: Response, maxAgeDays: number, now = Date.now()): boolean =>
  !(Date.parse(answer.headers.get('Date') ?? '') < now - maxAgeDays * DAY_MS);

/** Deletes the oldest entries: a cache lists its entries in the order in which they were last stored. */
export async function dropOldest(cacheName: string, maxEntries: number): Promise<void> {
  const cache = await caches.open(cacheName);
  const entries = await cache.keys();
  await Promise.all(entries.slice(0, Math.max(0, entries.length - maxEntries)).map((entry) => cache.delete(entry)));
}
