import { type AccessState, isLocked, type VideoBlobEntry, type VideoChunk } from '@/shared/downloads';
import { downloadsName } from '@/shared/names';

// Reads downloads without Dexie, because the service worker must start fast. Never writes and never creates a database.

const connections = new Map<string, Promise<IDBDatabase | undefined>>();

function connect(account: string): Promise<IDBDatabase | undefined> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(downloadsName(account));
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onsuccess = () => {
      const database = request.result;
      const forget = () => connections.delete(account);
      database.onclose = forget;
      // Close the connection, because an open connection would block a page that deletes or upgrades the database.
      database.onversionchange = () => {
        database.close();
        forget();
      };
      resolve(database);
    };
    request.onerror = () => (request.error?.name === 'AbortError' ? resolve(undefined) : reject(request.error));
  });
}

async function connection(account: string): Promise<IDBDatabase | undefined> {
  let opened = connections.get(account);
  if (!opened) {
    opened = connect(account);
    connections.set(account, opened);
  }
  const database = await opened.catch((error: unknown) => {
    connections.delete(account);
    throw error;
  });
  if (!database) connections.delete(account);
  return database;
}

function get<T>(reading: IDBTransaction, store: string, key: IDBValidKey): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const request = reading.objectStore(store).get(key);
    request.onsuccess = () => resolve(request.result as T | undefined); // the cast is safe because only `download-store.ts` writes these types
    request.onerror = () => reject(request.error);
  });
}

export type OfflineVideo =
  | { state: 'missing' }
  | { state: 'locked' }
  | { state: 'ready'; entry: VideoBlobEntry; readChunk: (index: number) => Promise<Blob | undefined> };

/** Looks up a downloaded video of an account, and checks whether it may be played at the time `now` (ms). */
export async function findOfflineVideo(account: string, videoId: string, now: number): Promise<OfflineVideo> {
  const database = await connection(account);
  if (!database) return { state: 'missing' };
  const reading = database.transaction(['videoBlobs', 'state']);
  const [entry, access] = await Promise.all([
    get<VideoBlobEntry>(reading, 'videoBlobs', videoId),
    get<AccessState>(reading, 'state', 'access'),
  ]);
  if (!entry) return { state: 'missing' };
  if (isLocked(access, now)) return { state: 'locked' };
  const readChunk = async (index: number) => {
    const chunk = await get<VideoChunk>(database.transaction('videoParts'), 'videoParts', [videoId, index]);
    return chunk?.blob.size === entry.parts[index]?.size ? chunk?.blob : undefined;
  };
  return { state: 'ready', entry, readChunk };
}
