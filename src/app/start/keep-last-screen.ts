/**
 * Stores the last rendered screen of a dashboard when its page is hidden. The worker puts it into the shell at the next start (sw/last-screen.ts).
 * Rule: only the account that rendered it sees it, while its plan and its lease last.
 */

import { currentIdentity } from '@/device/session/session-store';
import { OFFLINE_LEASE_DAYS } from '@/shared/limits';
import { LAST_SCREEN_CACHE, SCREEN_UNTIL } from '@/shared/names';
import { paths } from '@/shared/paths';
import { LAST_SCREEN_ID } from './last-screen';

const DAY_MS = 86_400_000;

const dashboards: readonly string[] = [paths.dashboard, paths.dashboardFree, paths.offlineDashboard];

/** Covers the page only in the width class in which it was rendered. It is inert, so clicks reach the real screen below it, and hidden from assistive technology. */
const stylesFor = (wide: boolean) => `<style>#${LAST_SCREEN_ID} { display: none }</style>
<style media="${wide ? '' : 'not all and '}(min-width: 48rem)">
  :root[data-signed-in] #splash { display: none }
  :root[data-signed-in] #${LAST_SCREEN_ID} { display: block; position: fixed; inset: 0; z-index: 40; overflow: hidden; background: var(--splash-paper) }
  #${LAST_SCREEN_ID} * { animation: none !important }
</style>`;

/** Copies an element without its parts below the viewport, to keep the stored markup small. */
function copyOf(element: Element): Node {
  if (element.getBoundingClientRect().top > window.innerHeight) return document.createTextNode('');
  if (element instanceof SVGElement) return element.cloneNode(true);
  const copy = element.cloneNode(false) as Element;
  for (const child of element.childNodes) copy.append(child instanceof Element ? copyOf(child) : child.cloneNode());
  return copy;
}

/** True if the screen shows its data as it will show it at the next start: no placeholder, no choice of the learner, not scrolled. */
const isSettled = (screen: Element) =>
  screen.querySelector('main h1') &&
  !screen.querySelector(
    'main .skeleton, label:not(:first-child) > input:checked, input[type=search][value]:not([value=""])',
  ) &&
  !document.querySelector('dialog[open]') &&
  window.scrollY < 8;

/** @returns a function that ends the storing */
export function keepLastScreens(account: string): () => void {
  let cache: Cache | undefined;
  const open = () =>
    caches.open(LAST_SCREEN_CACHE).then(
      (opened) => {
        cache = opened;
      },
      (error: unknown) => console.warn('The last screens cannot be stored:', error),
    );
  const keep = () => {
    // A sign-out or another plan deletes the cache, so each return to the page opens it again.
    if (document.visibilityState === 'visible') void open();
    const identity = currentIdentity();
    const screen = document.querySelector('#root [data-screen]');
    if (document.visibilityState === 'visible' || identity?.uid !== account || !identity.plan_checked_at) return;
    if (!dashboards.includes(location.pathname) || !screen || !isSettled(screen)) return;
    const still = document.createElement('div');
    still.append(copyOf(screen));
    for (const passing of still.querySelectorAll('[popover], [data-passing], script, video')) passing.remove();
    for (const named of still.querySelectorAll('[id], [tabindex]')) {
      named.removeAttribute('id');
      named.removeAttribute('tabindex');
    }
    const styles = stylesFor(window.matchMedia('(min-width: 48rem)').matches);
    const html = `<div id="${LAST_SCREEN_ID}" inert aria-hidden="true" data-account="${account}">${styles}${still.innerHTML}</div>`;
    const headers = { [SCREEN_UNTIL]: String(identity.plan_checked_at + OFFLINE_LEASE_DAYS * DAY_MS) };
    // The cache is already open: a page that is being left runs no later step.
    cache
      ?.put(location.pathname + location.search, new Response(html, { headers }))
      .catch((error: unknown) => console.warn('The last screen was not stored:', error));
  };
  void open();
  document.addEventListener('visibilitychange', keep);
  return () => document.removeEventListener('visibilitychange', keep);
}
