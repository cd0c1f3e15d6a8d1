import { liveQuery, openMirror } from '@sync';
import { CACHES } from '@/shared/names';
import { publicImageUrl } from '@/shared/product';

/** URLs of the pictures of all quizzes on this device. */
async function picturesOf(account: string): Promise<string[]> {
  const quizzes = await openMirror(account).tests.toArray();
  const stored = quizzes.flatMap(({ questions }) => questions.flatMap(({ image_url }) => image_url ?? []));
  return [...new Set(stored)].map(publicImageUrl);
}

/** Loads a picture through the service worker, which caches it. Never rejects. */
const load = (url: string) =>
  new Promise<void>((done) => {
    const image = new Image();
    image.onload = () => done();
    image.onerror = () => done();
    image.src = url;
  });

/** Caches the pictures of quizzes, so that a quiz can be taken without a network. @returns a function that stops caching */
export function cacheQuizPictures(account: string): () => void {
  const tried = new Set<string>();
  let work = Promise.resolve();
  const keep = async (urls: readonly string[]) => {
    const cache = await caches.open(CACHES.quizPictures);
    for (const url of urls) {
      if (!navigator.onLine) return;
      if (tried.has(url) || (await cache.match(url))) continue;
      tried.add(url);
      await load(url);
    }
  };
  const subscription = liveQuery(() => picturesOf(account)).subscribe(
    (urls) => {
      work = work.then(() => keep(urls)).catch((error: unknown) => console.warn('A picture was not stored:', error));
    },
    (error: unknown) => console.warn('The pictures of quizzes could not be read:', error),
  );
  return () => subscription.unsubscribe();
}
