import { useEffect } from 'react';
import { STORAGE_KEYS } from '@/config/persisted-names';
import { htmlOf, SETTLED_MS, snapshotFor } from '@/data/session/screen-snapshot';
import { useSession } from '@/data/session/session-store';
import type { LocalIdentity } from '@/domain/identity';
import { writeStored } from '@/lib/local-storage';

/** HTML of the screen in `root` without temporary content; toasts and banners are outside `root`. */
export function snapshotOf(root: Element): string {
  const still = document.createElement('div');
  still.append(root.querySelector('[data-screen]')?.cloneNode(true) ?? '');
  return htmlOf(still);
}

function keep(identity: LocalIdentity) {
  const root = document.getElementById('root');
  if (!root?.querySelector('[data-home] a') || location.search) return;
  const kept = snapshotFor(identity, snapshotOf(root));
  if (kept) writeStored(STORAGE_KEYS.keptHome, JSON.stringify(kept));
}

/** Stores a snapshot once the home is stable. On unmount, removes the element in which index.html shows the stored snapshot. */
export function useHomeSnapshot() {
  const identity = useSession((session) => session.identity);
  useEffect(() => {
    const timer = setTimeout(() => identity && keep(identity), SETTLED_MS);
    return () => clearTimeout(timer);
  });
  useEffect(() => () => document.getElementById('kept')?.remove(), []);
}
