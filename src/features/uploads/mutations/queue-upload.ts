import { useEffect } from 'react';
import { create } from 'zustand';
import { useSession } from '@/device/session/session-store';
import { ConsoleError } from '@/features/console-kit/requests/console-client';
import { inTime } from '@/features/console-kit/rules/in-time';
import { whenIdle } from '@/shared/idle';
import { uploadsName } from '@/shared/names';
import type { NewUpload } from './uploads';

// Starts the upload queue on demand: its code and its database load only once this device has something to upload.

/** The account whose queue has been used on this device; the console then shows the queue. */
const useQueued = create<{ account: string | undefined }>(() => ({ account: undefined }));

const code = () => import('./uploads');

/** Loads the queue's code ahead, so that a video can also be added after the network is lost. */
export const preloadUploads = (): void =>
  void whenIdle()
    .then(code)
    .catch(() => undefined);

/** Adds a video to the upload queue. @returns the id of the upload @throws ConsoleError if the code of the queue cannot load */
export async function queueUpload(upload: NewUpload): Promise<string> {
  const { addUpload } = await inTime(code()).catch((): never => {
    throw new ConsoleError('network', 'network', '');
  });
  const id = await addUpload(upload);
  useQueued.setState({ account: useSession.getState().identity?.uid });
  return id;
}

/** Looks for the database of the account's queue. If the browser cannot list its databases, assumes that the queue exists. */
async function look(account: string): Promise<void> {
  if (!('indexedDB' in globalThis)) return;
  const stored = await indexedDB.databases?.().catch(() => undefined);
  if (!stored || stored.some(({ name }) => name === uploadsName(account))) useQueued.setState({ account });
}

/**
 * True once the account has used the upload queue on this device. Looks for the queue's database when the browser is idle and whenever the page
 * is shown again, because another tab may have added the first upload.
 */
export function useHasQueue(): boolean {
  const account = useSession(({ identity }) => identity?.uid);
  const hasQueue = useQueued((queued) => account !== undefined && queued.account === account);
  useEffect(() => {
    if (!account || hasQueue) return;
    const again = () => void (document.visibilityState === 'visible' && look(account));
    void whenIdle().then(() => look(account));
    window.addEventListener('focus', again);
    document.addEventListener('visibilitychange', again);
    return () => {
      window.removeEventListener('focus', again);
      document.removeEventListener('visibilitychange', again);
    };
  }, [account, hasQueue]);
  return hasQueue;
}
