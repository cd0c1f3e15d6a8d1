import { useEffect } from 'react';
import { OFFLINE_LEASE_DAYS } from '@/config/limits';
import { STORAGE_KEYS } from '@/config/persisted-names';
import { useSession } from '@/data/session/session-store';
import type { LocalIdentity } from '@/domain/identity';
import { currentDevice } from '@/lib/device';
import { writeStored } from '@/lib/local-storage';

/**
 * A snapshot of the top of the home screen: index.html shows it before any code has run, until the real screen has content.
 * Rule: show the snapshot only for the account, plan and name for which it was stored, and only while the guard would admit that account.
 * Signing out deletes the snapshot. `saveWatched` deletes it too, because it must not show after a lesson was watched.
 */
export interface HomeSnapshot {
  path: string;
  uid: string;
  plan: string;
  full_name: string;
  /** End of the period in which the guard admits the account without asking the server (ms since the epoch). */
  until: number;
  /** True if the installed app stored it; without a network that app opens the offline home instead. */
  app: boolean;
  wide: boolean;
  html: string;
}

const DAY_MS = 86_400_000;
/** Delay (ms) before a snapshot is stored, so that rows, fonts and the journal have loaded. */
const SETTLED_MS = 300;
/** Selector of what the snapshot omits: temporary content and everything below the top. */
const passing = '[data-passing], [data-home] > :not(:first-child), dialog, script';

/** HTML of the screen in `root` without temporary content; toasts and banners are outside `root`. */
export function snapshotOf(root: Element): string {
  const still = document.createElement('div');
  still.append(root.querySelector('[data-screen]')?.cloneNode(true) ?? '');
  for (const element of still.querySelectorAll(passing)) element.remove();
  for (const element of still.querySelectorAll('[id], [tabindex]')) {
    element.removeAttribute('id');
    element.removeAttribute('tabindex');
  }
  return still.innerHTML;
}

function keep({ uid, plan, plan_checked_at, full_name }: LocalIdentity) {
  const root = document.getElementById('root');
  if (!root?.querySelector('[data-home] a') || plan === null || plan_checked_at === null || location.search) return;
  const device = currentDevice();
  const kept: HomeSnapshot = {
    path: location.pathname,
    uid,
    plan,
    full_name,
    until: plan_checked_at + OFFLINE_LEASE_DAYS * DAY_MS,
    app: device === 'installed' || device === 'native',
    wide: window.matchMedia('(min-width: 48rem)').matches, // the media query of the app shell
    html: snapshotOf(root),
  };
  writeStored(STORAGE_KEYS.keptHome, JSON.stringify(kept));
}

/** Stores a snapshot once the home is stable. On unmount, removes the element in which index.html shows it. */
export function useHomeSnapshot() {
  const identity = useSession((session) => session.identity);
  useEffect(() => {
    const timer = setTimeout(() => identity && keep(identity), SETTLED_MS);
    return () => clearTimeout(timer);
  });
  useEffect(() => () => document.getElementById('kept')?.remove(), []);
}
