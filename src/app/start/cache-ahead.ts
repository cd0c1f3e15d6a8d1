/** Loads ahead what an account will need without a network: pictures of quizzes, and the parts of a certificate's PDF. */
import { cachePdfAssets } from '@/data/certificates/cache-pdf-assets';
import { cacheQuizPictures } from '@/data/quizzes/cache-pictures';

/** Resolves when a service worker controls this page, and so stores what the page loads. Never where there is none. */
async function whenControlled(): Promise<void> {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) return;
  await new Promise((done) => serviceWorker.addEventListener('controllerchange', done, { once: true }));
}

/** @returns the end of it */
export function cacheAhead(account: string): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  let ends: (() => void)[] = [];
  let left = false;
  void whenControlled().then(() => {
    if (!left) ends = [cacheQuizPictures(account), cachePdfAssets(account)];
  });
  return () => {
    left = true;
    for (const end of ends) end();
  };
}
