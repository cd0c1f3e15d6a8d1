import { downloadsName } from '@/config/storage-keys';
import { type AccessState, isLocked, type VideoBlobEntry, type VideoPart } from './layout';
import { privateFile } from './private-files';

// Reads the downloads without Dexie: the worker must start fast. It never writes, and never makes a database that is not there.

const connections = new Map<string, Promise<IDBDatabase | undefined>>();

function connect(account: string): Promise<IDBDatabase | undefined> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(downloadsName(account));
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onsuccess = () => {
      const database = request.result;
      const forget = () => connections.delete(account);
      database.onclose = forget;
      // The page wants to delete or upgrade it: an open connection here would block it.
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

function get<T>(database: IDBDatabase, store: string, key: IDBValidKey): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const request = database.transaction(store).objectStore(store).get(key);
    request.onsuccess = () => resolve(request.result as T | undefined); // the store's only writer is `store.ts`, with these types
    request.onerror = () => reject(request.error);
  });
}

export type OfflineVideo =
  | { state: 'missing' }
  | { state: 'locked' }
  | { state: 'ready'; entry: VideoBlobEntry; readPart: (index: number) => Promise<Blob | undefined> };

const partsOfRows = (database: IDBDatabase, videoId: string) => async (index: number) =>
  (await get<VideoPart>(database, 'videoParts', [videoId, index]))?.blob;

/** A film is given part by part out of its file, too: with all of it in one answer the slowest seeks take half as long again. */
async function partsOfFile(folder: string, name: string, { size, parts }: VideoBlobEntry) {
  const film = await privateFile(folder, name);
  if (!film || film.size < size) return undefined;
  return async (index: number) => {
    const at = parts.slice(0, index).reduce((bytes, part) => bytes + part.size, 0);
    return film.slice(at, at + (parts[index]?.size ?? 0));
  };
}

/** What the device holds of a video for an account. */
export async function findOfflineVideo(account: string, videoId: string, now: number): Promise<OfflineVideo> {
  const database = await connection(account);
  if (!database) return { state: 'missing' };
  const [entry, access] = await Promise.all([
    get<VideoBlobEntry>(database, 'videoBlobs', videoId),
    get<AccessState>(database, 'state', 'access'),
  ]);
  if (!entry) return { state: 'missing' };
  if (isLocked(access, now)) return { state: 'locked' };
  const readPart = entry.partFile
    ? await partsOfFile(database.name, entry.partFile, entry)
    : partsOfRows(database, videoId);
  return readPart ? { state: 'ready', entry, readPart } : { state: 'missing' };
}
