import { create } from 'zustand';
import { STORAGE_KEYS } from '@/config/persisted-names';
import { type LocalIdentity, parseIdentity } from '@/domain/identity';
import { isNewStore, lookUpDurable, writeDurable } from '@/lib/durable-store';
import { readStored, writeStored } from '@/lib/local-storage';

/**
 * Who is signed in on this device. Kept locally, so that the product opens without a network; the auth service is asked elsewhere.
 * localStorage answers at once and may have lost the last seconds before the battery died; the durable store is right.
 * Rule: only signing out (or another tab doing so) clears it; a failed or refused request never does.
 */
interface SessionState {
  identity: LocalIdentity | null;
  /** Somebody signed out since the page was opened: the screen they left is not where the next one is led. */
  left: boolean;
  /** Somebody was signed in here, and the browser has thrown away what the device held. */
  lost: boolean;
}

export const useSession = create<SessionState>()(() => ({
  identity: parseIdentity(readStored(STORAGE_KEYS.identity)),
  left: false,
  lost: false,
}));

export const currentIdentity = () => useSession.getState().identity;

function show(identity: LocalIdentity | null) {
  if (identity?.uid !== currentIdentity()?.uid) writeStored(STORAGE_KEYS.keptHome, null);
  useSession.setState((before) => ({ identity, left: !identity && (before.left || before.identity !== null) }));
}

const tab = () => sessionStorage;

/** Resolves when a killed browser would still know; a tab that is reloaded before that knows by its own mark who left. */
export async function setIdentity(identity: LocalIdentity | null): Promise<void> {
  const text = identity && JSON.stringify(identity);
  writeStored(STORAGE_KEYS.left, text === null ? 'yes' : null, tab);
  writeStored(STORAGE_KEYS.identity, text);
  show(identity);
  if ((await writeDurable(STORAGE_KEYS.identity, text)) && currentIdentity() === identity)
    writeStored(STORAGE_KEYS.left, null, tab);
}

/** At start: what localStorage lost or did not hear of is taken from the durable store. Resolves when the identity is the right one. */
export async function restoreIdentity(): Promise<void> {
  const before = readStored(STORAGE_KEYS.identity);
  if (before === null && readStored(STORAGE_KEYS.left, tab)) return setIdentity(null);
  const right = await lookUpDurable(STORAGE_KEYS.identity);
  // A store that cannot be read says nothing. Signed in, or out, while it was being read: that is newer.
  if (right === undefined || right === before || readStored(STORAGE_KEYS.identity) !== before) return;
  if (right === null && isNewStore) useSession.setState({ lost: true });
  writeStored(STORAGE_KEYS.identity, right);
  show(parseIdentity(right));
}

/** Changes what is known of the signed-in account; does nothing when another account has taken its place meanwhile. */
export function updateIdentity(uid: string, change: Partial<Omit<LocalIdentity, 'uid'>>) {
  const before = currentIdentity();
  if (before?.uid !== uid) return;
  const after = { ...before, ...change };
  if (JSON.stringify(after) !== JSON.stringify(before)) void setIdentity(after);
}

/** The account id of whoever is signed in. */
export const useAccount = () => useSession((state) => state.identity?.uid);

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === STORAGE_KEYS.identity) show(parseIdentity(readStored(STORAGE_KEYS.identity)));
    // All of it was cleared, by the browser or by hand: nobody signed out.
    if (event.key === null) void restoreIdentity();
  });
  // A page that comes back from the browser's memory heard nothing while it lay there.
  window.addEventListener(
    'pageshow',
    ({ persisted }) => persisted && show(parseIdentity(readStored(STORAGE_KEYS.identity))),
  );
}
