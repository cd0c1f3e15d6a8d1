/**
 * Stores snapshots of the sections (see `ScreenSnapshot`), so that a start without a network shows them at once. The home screen stores its
 * snapshot itself. This module loads when the browser is idle.
 */

import { paths } from '@/config/paths';
import { STORAGE_KEYS } from '@/config/persisted-names';
import { htmlOf, SETTLED_MS, snapshotFor } from '@/data/session/screen-snapshot';
import { currentIdentity } from '@/data/session/session-store';
import { writeStored } from '@/lib/local-storage';

/** Maximum length of a snapshot (characters). Snapshots must be short, because browsers load localStorage as a whole at the start. */
const MAX_LENGTH = 100_000;

const dashboards: readonly string[] = [paths.dashboard, paths.dashboardFree, paths.offlineDashboard];
const article = paths.news.replace(':slug', '');

/** Storage key of the snapshot of a URL; null for screens without a snapshot. index.html computes the same key. */
export function snapshotKey({ pathname, search }: { pathname: string; search: string }): string | null {
  const hasSection = /^\?section=[a-z]+$/.test(search) && dashboards.includes(pathname);
  const hasOwnUrl = !search && (pathname === paths.notifications || pathname === paths.certificates);
  if (hasSection || hasOwnUrl) return `${STORAGE_KEYS.kept}screen:${pathname}${search}`;
  return !search && pathname.startsWith(article) ? `${STORAGE_KEYS.kept}screen:${article}` : null;
}

/** Copies an element, except for the parts that are below the visible part of the page. */
function copyOf(element: Element, bottom: number): Element | null {
  const box = element.getBoundingClientRect();
  if (box.height > 0 && box.top > bottom) return null;
  if (element instanceof SVGElement) return element.cloneNode(true) as Element;
  const copy = element.cloneNode(false) as Element;
  for (const child of element.childNodes)
    copy.append((child instanceof Element ? copyOf(child, bottom) : child.cloneNode()) ?? '');
  return copy;
}

/**
 * Returns the CSS rules that this copy needs from the stylesheets of lazy code. index.html links only the first stylesheet, and code adds the others
 * later. A snapshot without their rules would change its layout when these stylesheets load.
 */
const lateRules = (copy: Element) =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
    .slice(1)
    .flatMap(({ sheet }) => [...(sheet?.cssRules ?? [])])
    .filter((rule) => rule instanceof CSSStyleRule && copy.querySelector(rule.selectorText))
    .map(({ cssText }) => cssText)
    .join('');

/** Matches a chosen filter other than the first, and a typed search. The next start shows the screen without them, so do not store it now. */
const narrowed = 'label:not(:first-child) > input:checked, input[type=search][value]:not([value=""])';

/** True if the screen shows its data: no placeholder, no message about missing data, no filter, not scrolled, no open dialog. */
const isReady = (main: Element | null) =>
  main?.querySelector('h1') &&
  main.querySelector('li, table, article') &&
  !main.querySelector('.skeleton') &&
  !main.querySelector(narrowed) &&
  !document.querySelector('dialog[open]') &&
  window.scrollY < 8;

function keep(account: string): void {
  const identity = currentIdentity();
  // After a change of accounts, the screen still shows the previous account's data for a moment.
  if (identity?.uid !== account) return;
  const key = snapshotKey(location);
  const screen = document.querySelector('#root [data-screen]');
  if (!key || !screen || !isReady(screen.querySelector('main'))) return;
  const still = document.createElement('div');
  still.append(copyOf(screen, window.innerHeight) ?? '');
  const styles = document.createElement('style');
  styles.textContent = lateRules(still);
  still.append(styles);
  const kept = snapshotFor(identity, htmlOf(still));
  if (!kept || kept.html.length > MAX_LENGTH) return;
  // `app` marks snapshots that are not shown without a network. Do not mark the offline home, which the installed app opens without a network.
  const app = kept.app && location.pathname !== paths.offlineDashboard;
  writeStored(key, JSON.stringify({ ...kept, app, complete: true }));
}

/** Stores a snapshot of the open section whenever the section has not changed for SETTLED_MS. @returns a function that ends the storing */
export function keepSnapshots(account: string): () => void {
  const root = document.getElementById('root');
  if (!root) return () => undefined;
  const first = location.pathname + location.search;
  const store = () => keep(account);
  let timer: ReturnType<typeof setTimeout>;
  const look = () => {
    clearTimeout(timer);
    timer = setTimeout(store, SETTLED_MS);
    // Another screen is open, so remove the snapshot. Entrance animations may play again.
    if (location.pathname + location.search !== first) document.getElementById('kept')?.remove();
  };
  const observer = new MutationObserver(look);
  observer.observe(root, { childList: true, subtree: true, characterData: true });
  window.addEventListener('pagehide', store);
  look();
  return () => {
    clearTimeout(timer);
    window.removeEventListener('pagehide', store);
    observer.disconnect();
  };
}
