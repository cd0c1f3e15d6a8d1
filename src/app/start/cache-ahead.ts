/** Stores what an account will need without a network: quiz pictures, the PDF library, fonts and templates of certificates, and the last rendered screens. */
import { cachePdfAssets } from '@/features/certificates/requests/cache-pdf-assets';
import { cacheQuizPictures } from '@/features/quiz/requests/cache-pictures';
import { keepLastScreens } from './keep-last-screen';

/** Resolves when a service worker controls this page and therefore caches what the page loads. Never resolves without a worker. */
async function whenControlled(): Promise<void> {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) return;
  await new Promise((done) => serviceWorker.addEventListener('controllerchange', done, { once: true }));
}

/** Starts the caching. @returns a function that stops it */
export function cacheAhead(account: string): () => void {
  let ends: (() => void)[] = [];
  let left = false;
  if ('serviceWorker' in navigator)
    void whenControlled().then(() => {
      if (!left) ends = [cacheQuizPictures(account), cachePdfAssets(account), keepLastScreens(account)];
    });
  return () => {
    left = true;
    for (const end of ends) end();
  };
}
