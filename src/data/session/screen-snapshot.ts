import { OFFLINE_LEASE_DAYS } from '@/config/limits';
import type { LocalIdentity } from '@/domain/identity';
import { currentDevice } from '@/lib/device';

/**
 * A snapshot of the top of a screen: index.html shows it before any code has run, until the real screen has content.
 * Rule: show a snapshot only for the account, plan and name that it contains, and only while the guard would admit that account. A changed account
 * or plan deletes every snapshot. Watching a lesson deletes the snapshot of the home screen, because the snapshot shows the old progress.
 */
export interface ScreenSnapshot {
  /** Path and query of the screen. */
  path: string;
  uid: string;
  plan: string;
  full_name: string;
  /** End of the period in which the guard admits the account without asking the server (Unix time in ms). */
  until: number;
  /** True if the installed app stored this snapshot and opens the screen only with a network. The snapshot is not shown while offline. */
  app: boolean;
  wide: boolean;
  /** True if the snapshot stays until the whole real screen has no placeholder left (at most three seconds), not only the top of the home. */
  complete?: boolean;
  html: string;
}

const DAY_MS = 86_400_000;

/** A snapshot is stored after the screen has not changed for this time (ms), because by then rows, fonts and the journal have loaded. */
export const SETTLED_MS = 300;

/** Selector of what a snapshot omits: temporary content, and on the home screen everything below the top. */
const passing = '[data-passing], [data-home] > :not(:first-child), dialog, script';

/** HTML of a copy of a screen, without temporary content. */
export function htmlOf(copy: Element): string {
  for (const element of copy.querySelectorAll(passing)) element.remove();
  for (const element of copy.querySelectorAll('[id], [tabindex]')) {
    element.removeAttribute('id');
    element.removeAttribute('tabindex');
  }
  return copy.innerHTML;
}

/** The snapshot of the current URL with the given HTML; null while the plan is unknown. */
export function snapshotFor(identity: LocalIdentity, html: string): ScreenSnapshot | null {
  if (identity.plan === null || identity.plan_checked_at === null) return null;
  const device = currentDevice();
  return {
    path: location.pathname + location.search,
    uid: identity.uid,
    plan: identity.plan,
    full_name: identity.full_name,
    until: identity.plan_checked_at + OFFLINE_LEASE_DAYS * DAY_MS,
    app: device === 'installed' || device === 'native',
    wide: window.matchMedia('(min-width: 48rem)').matches, // the media query of the app shell
    html,
  };
}
