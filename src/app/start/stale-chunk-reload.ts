import { onMissingScreen } from '../routing/navigation-progress';

const wasReloaded = () =>
  performance.getEntriesByType('navigation').some((visit) => 'type' in visit && visit.type === 'reload');

/**
 * Reloads the page at the target URL when a chunk is missing: a newer version replaced it before the service worker cached it.
 * Rule: reload only once, and only if the server answers. Otherwise keep the running page, which is better than an error page.
 */
async function reloadOnce(): Promise<void> {
  if (wasReloaded()) return;
  const answer = await fetch(location.href, { cache: 'no-store', headers: { Accept: 'text/html' } }).catch(
    () => undefined,
  );
  if (!answer?.ok) return;
  location.reload();
  await new Promise(() => undefined); // Never resolve, because the reload replaces the page.
}

export const watchGoneVersion = () => onMissingScreen(reloadOnce);
