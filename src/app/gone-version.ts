import { onMissingScreen } from './arriving';

const wasReloaded = () => performance.getEntriesByType('navigation').some((visit) => 'type' in visit && visit.type === 'reload');

/**
 * A page that no worker keeps asks for the code of a screen, which a newer version has replaced: it begins anew where it was going.
 * Rule: once, and only when the server answers: a page that is here is worth more than none.
 */
async function beginAnew(): Promise<void> {
  if (navigator.serviceWorker?.controller || wasReloaded()) return;
  const answer = await fetch(location.href, { cache: 'no-store', headers: { Accept: 'text/html' } }).catch(() => undefined);
  if (!answer?.ok) return;
  location.reload();
  await new Promise(() => undefined); // the page is leaving
}

export const watchGoneVersion = () => onMissingScreen(beginAnew);
