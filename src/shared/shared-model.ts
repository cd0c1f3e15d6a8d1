/**
 * One file that another app handed over, cached until /model opens it. The worker stores a shared file, a page stores a file that the system opens.
 * Guarantees: the file never leaves the device; a newer file replaces an older one.
 */
import { SHARED_MODEL_CACHE } from '@/shared/names';

const KEY = '/shared-model';
/** Header names must be ASCII, so the file name is escaped. */
const NAME = 'X-File-Name';

export async function keepSharedFile(file: File): Promise<void> {
  const cache = await caches.open(SHARED_MODEL_CACHE);
  await cache.put(KEY, new Response(file, { headers: { [NAME]: encodeURIComponent(file.name) } }));
}

/** Returns the file and removes it from the cache; null if the cache has no file. */
export async function takeSharedFile(): Promise<File | null> {
  if (!('caches' in globalThis)) return null;
  const cache = await caches.open(SHARED_MODEL_CACHE);
  const answer = await cache.match(KEY);
  if (!answer) return null;
  const file = new File([await answer.blob()], decodeURIComponent(answer.headers.get(NAME) ?? 'model'));
  await cache.delete(KEY);
  return file;
}
