import { create } from 'zustand';
import { isNewStore, lookUpDurable, writeDurable } from '@/shared/durable-store';
import { type LocalIdentity, parseIdentity } from '@/shared/identity';
import { readStored, writeStored } from '@/shared/local-storage';
import { ACCOUNT_LOCK, LAST_SCREEN_CACHE, STORAGE_KEYS } from '@/shared/names';

/**
 * The account that is signed in on this device, stored locally so that the app opens offline.
 * localStorage is synchronous but may lose the last seconds in a power cut, so the durable store takes precedence.
 * Rule: only a sign-out clears the identity (in any tab, or from afar, if the server says so); a failed or rejected request never does.
 */
interface SessionState {
  identity: LocalIdentity | null;
  /** True if an account signed out since the page was opened; the next sign-in then does not return to the previous screen. */
  left: boolean;
  /** True if an account was signed in and the browser has evicted its data. */
  lost: boolean;
}

const tab = () => sessionStorage;
// `location` is undefined while the build prerenders pages.
const preview = globalThis.location?.pathname.startsWith('/admin')
  ? null
  : parseIdentity(readStored(STORAGE_KEYS.preview, tab));
/** True if this tab shows the console's preview, with a temporary account (`preview.ts`). */
export const isPreview = preview !== null;

export const useSession = create<SessionState>()(() => ({
  identity: preview ?? parseIdentity(readStored(STORAGE_KEYS.identity)),
  left: false,
  lost: false,
}));

export const currentIdentity = () => useSession.getState().identity;

function show(identity: LocalIdentity | null) {
  const { identity: before, left } = useSession.getState();
  if (identity?.uid !== before?.uid || identity?.plan !== before?.plan)
    void globalThis.caches?.delete(LAST_SCREEN_CACHE);
  useSession.setState({ identity, left: !identity && (left || before !== null) });
}

/** Runs `work` while no other tab signs in, or removes the data of a signed-out account. A browser without locks has one tab, or an insecure origin. */
export const withAccountLock = async <T>(work: () => Promise<T>): Promise<T> =>
  globalThis.navigator?.locks ? navigator.locks.request(ACCOUNT_LOCK, work) : work();

/** The accounts that are signed in on this device, in this tab or another one; undefined if the durable store does not answer. */
export async function signedInAccounts(): Promise<(string | undefined)[] | undefined> {
  const durable = await lookUpDurable(STORAGE_KEYS.identity);
  if (durable === undefined) return undefined;
  return [currentIdentity(), parseIdentity(readStored(STORAGE_KEYS.identity)), parseIdentity(durable)].map(
    (identity) => identity?.uid,
  );
}

/** Stores the identity; resolves once it is on disk. Until then, a mark in sessionStorage prevents a reload from undoing a sign-out. */
export async function setIdentity(identity: LocalIdentity | null): Promise<void> {
  if (isPreview) return;
  const text = identity && JSON.stringify(identity);
  // Write a sign-in to disk before the screens change: after a reload, the durable store overrides localStorage, so it must have the new value.
  const isSignIn = identity !== null && identity.uid !== currentIdentity()?.uid;
  const isStored = isSignIn && (await withAccountLock(() => writeDurable(STORAGE_KEYS.identity, text)));
  // The name of a session counts for the account that it belongs to.
  if (isSignIn || text === null) writeStored(STORAGE_KEYS.notedSession, null);
  writeStored(STORAGE_KEYS.left, text === null ? 'yes' : null, tab);
  writeStored(STORAGE_KEYS.identity, text);
  show(identity);
  if ((isStored || (await writeDurable(STORAGE_KEYS.identity, text))) && currentIdentity() === identity)
    writeStored(STORAGE_KEYS.left, null, tab);
}

/** At startup, restores the identity from the durable store if localStorage differs. Resolves when the identity is correct. */
export async function restoreIdentity(): Promise<void> {
  if (isPreview) return;
  const before = readStored(STORAGE_KEYS.identity);
  if (before === null && readStored(STORAGE_KEYS.left, tab)) return setIdentity(null);
  const right = await lookUpDurable(STORAGE_KEYS.identity);
  // Keep localStorage if the durable store is unreadable or equal, or if the session changed while the durable store was being read.
  if (right === undefined || right === before || readStored(STORAGE_KEYS.identity) !== before) return;
  if (right === null && isNewStore) useSession.setState({ lost: true });
  writeStored(STORAGE_KEYS.identity, right);
  show(parseIdentity(right));
}

/** Updates the identity of the account `uid`; does nothing if another account is signed in now. */
export function updateIdentity(uid: string, change: Partial<Omit<LocalIdentity, 'uid'>>) {
  const before = currentIdentity();
  if (before?.uid !== uid) return;
  const after = { ...before, ...change };
  if (JSON.stringify(after) !== JSON.stringify(before)) void setIdentity(after);
}

/** Id of the signed-in account. */
export const useAccount = () => useSession((state) => state.identity?.uid);

if (typeof window !== 'undefined' && !isPreview) {
  window.addEventListener('storage', (event) => {
    if (event.key === STORAGE_KEYS.identity) show(parseIdentity(readStored(STORAGE_KEYS.identity)));
    // The key is null after `localStorage.clear()`. That is not a sign-out, so restore the identity.
    if (event.key === null) void restoreIdentity();
  });
  // A page restored from the back/forward cache has missed `storage` events.
  window.addEventListener(
    'pageshow',
    ({ persisted }) => persisted && show(parseIdentity(readStored(STORAGE_KEYS.identity))),
  );
}
