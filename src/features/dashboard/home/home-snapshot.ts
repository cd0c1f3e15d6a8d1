import { useEffect } from 'react';
import { OFFLINE_LEASE_DAYS } from '@/config/limits';
import { STORAGE_KEYS } from '@/config/persisted-names';
import { useSession } from '@/data/session/session-store';
import type { LocalIdentity } from '@/domain/identity';
import { currentDevice } from '@/lib/device';
import { writeStored } from '@/lib/local-storage';

/**
 * The top of the home as it was last seen: index.html shows its picture before any code has run, until the screen itself has something to say.
 * Rule: it is shown to the account, the plan and the name it was kept for, while the guard would let them in, and never after something was
 * watched: `saveWatched` and signing out remove it.
 */
export interface KeptHome {
  path: string;
  uid: string;
  plan: string;
  full_name: string;
  /** Until when the guard lets in without asking, ms since the epoch. */
  until: number;
  /** Kept by the installed app on a phone, which leads to the offline home without a network. */
  app: boolean;
  wide: boolean;
  html: string;
}

const DAY_MS = 86_400_000;
/** Nothing is kept of a home that may still change: its rows, its letters, its journal. */
const SETTLED_MS = 300;
/** What is true for the moment only, and what stands below. */
const passing = '[data-passing], [data-home] > :not(:first-child), dialog, script';

/** The screen in `root`, without what is not for a second look; toasts and banners stand beside the screen. */
export function stillOf(root: Element): string {
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
  const kept: KeptHome = {
    path: location.pathname,
    uid,
    plan,
    full_name,
    until: plan_checked_at + OFFLINE_LEASE_DAYS * DAY_MS,
    app: device === 'installed' || device === 'native',
    wide: window.matchMedia('(min-width: 48rem)').matches, // as the shell asks
    html: stillOf(root),
  };
  writeStored(STORAGE_KEYS.keptHome, JSON.stringify(kept));
}

/** Keeps the home whenever it has settled; what index.html showed in its place goes with it. */
export function useKeptHome() {
  const identity = useSession((session) => session.identity);
  useEffect(() => {
    const timer = setTimeout(() => identity && keep(identity), SETTLED_MS);
    return () => clearTimeout(timer);
  });
  useEffect(() => () => document.getElementById('kept')?.remove(), []);
}
