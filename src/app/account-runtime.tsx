import { closeMirror, startSync, stopSync } from '@sync';
import { useEffect } from 'react';
import { backendConfig } from '@/config/env';
import { useAccountWatch } from '@/data/session/use-account-watch';
import { whenIdle } from '@/lib/idle';

/** Runs the engine for the signed-in account and keeps the local identity true to what it brings. Draws nothing. */
export function AccountRuntime({ account }: { account: string }) {
  useEffect(() => {
    startSync({ account, config: backendConfig(location.origin) }).catch((error: unknown) => console.error('Sync did not start:', error));
    return () => {
      void stopSync();
      closeMirror();
    };
  }, [account]);
  useAccountWatch(account);
  // What a closed browser left half downloaded goes on, and the worker learns whether it may play.
  useEffect(() => {
    void whenIdle()
      .then(() => import('@/data/downloads/runtime'))
      .then(({ startDownloads }) => startDownloads());
  }, []);
  return null;
}
