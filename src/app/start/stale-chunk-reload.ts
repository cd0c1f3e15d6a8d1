import { onMissingScreen } from '../routing/navigation-progress';

const wasReloaded = () =>
  performance.getEntriesByType('navigation').some((visit) => 'type' in visit && visit.type === 'reload');

/**
 * A page asks for the code of a screen that a newer version has replaced before a worker kept it: it begins anew where it was going.
 * Rule: once, and only when the server answers: a page that is here is worth more than none.
 */
async function beginAnew(): Promise<void> {
  if (wasReloaded()) return;
  const answer = await fetch(location.href, { cache: 'no-store', headers: { Accept: 'text/html' } }).catch(
    () => undefined,
  );
  if (!answer?.ok) return;
  location.reload();
  await new Promise(() => undefined); // the page is leaving
}

export const watchGoneVersion = () => onMissingScreen(beginAnew);
