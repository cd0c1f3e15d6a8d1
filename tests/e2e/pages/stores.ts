import type { Page } from '@playwright/test';

/** All text that this origin has stored in the browser: IndexedDB, caches, localStorage and sessionStorage. */
export const everythingStored = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const parts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await result(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        parts.push(JSON.stringify(await result(database.transaction(store).objectStore(store).getAll())));
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        if (/json|text/.test(response?.headers.get('content-type') ?? '')) parts.push((await response?.text()) ?? '');
      }
    }
    // JSON escapes line breaks, but the searched texts contain real ones.
    return parts.join('\n').replaceAll('\\n', '\n');
  });
