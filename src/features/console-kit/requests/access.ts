/**
 * Whether the session of an administrator may administer. A session that lacks the second factor, is too old, or has ended is refused by the
 * server; the open console then asks for the code or the password, and the refused requests are sent again.
 */
import { create } from 'zustand';
import { currentIdentity, updateIdentity, useSession } from '@/device/session/session-store';
import { askAccess } from '@/device/session/sign-in-requests';

/** What the session lacks: a code of the authenticator app, a new sign-in because it is too old, or one because it has ended (401). */
export type Lack = 'code' | 'sign_in' | 'ended';
const isLack = (access: string): access is Lack => access === 'code' || access === 'sign_in';

const store = create<{ lack: Lack | null }>(() => ({ lack: null }));
export const useLack = () => store(({ lack }) => lack);

/** Mounted consoles, which can ask. */
let consoles = 0;
let waiting: ((regained: boolean) => void)[] = [];

function settle(regained: boolean): void {
  store.setState({ lack: null });
  for (const done of waiting) done(regained);
  waiting = [];
}
useSession.subscribe((now, before) => {
  if (now.identity?.uid !== before.identity?.uid) settle(false);
});

/** Call it while a console is mounted. @returns a function that ends it */
export function watchLack(): () => void {
  consoles++;
  return () => {
    consoles--;
  };
}

/** Asks the server, stores whether the account is an administrator, and shows the console what the session lacks. */
export async function checkAccess(): Promise<string | null> {
  const identity = currentIdentity();
  if (!identity) return null;
  const access = await askAccess().catch(() => null);
  if (access === null) return null;
  updateIdentity(identity.uid, { is_admin: access !== 'none' });
  if (isLack(access)) store.setState({ lack: access });
  else settle(access === 'open');
  return access;
}

/** Waits until the administrator has entered what the session lacks. @param ended the server knows no session @returns false if it lacks nothing, or nobody can be asked */
export async function regainAccess(ended: boolean): Promise<boolean> {
  if (consoles === 0) return false;
  if (ended) store.setState({ lack: 'ended' });
  else if (!store.getState().lack) {
    const access = await checkAccess();
    if (access === null || !isLack(access)) return false;
  }
  return new Promise((done) => waiting.push(done));
}
