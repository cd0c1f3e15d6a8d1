import { closeMirror, startSync, stopSync } from '@sync';
import { type ReactNode, useEffect } from 'react';
import { whenIdle } from '@/shared/idle';
import { backendConfig } from '@/shared/product';
import { registerBackgroundSync, registerDailyCheck } from './background-sync';
import { useAccountWatch } from './use-account-watch';
import { useEndedSession } from './use-ended-session';
import { sendWaitingForms } from './visitor-forms';

/** Runs the sync engine for the signed-in account and updates the local identity from the account's rows. Renders nothing. */
export function AccountRuntime({ account }: { account: string }): ReactNode {
  useEffect(() => {
    startSync({ account, config: backendConfig(location.origin) })
      .then(sendWaitingForms)
      .catch((error: unknown) => console.error('Sync did not start:', error));
    return () => {
      void stopSync();
      closeMirror();
    };
  }, [account]);
  useAccountWatch(account);
  useEndedSession(account);
  useEffect(registerBackgroundSync, []);
  useEffect(() => {
    registerDailyCheck().catch(() => undefined); // If the browser rejects the daily check, the app checks whenever it starts.
  }, []);
  // Report this device's name for the list of devices.
  useEffect(() => {
    void whenIdle()
      .then(() => import('@/features/devices/requests'))
      .then(({ noteDevice }) => noteDevice())
      .catch(() => undefined); // After a failure, for example offline, the next start reports the name.
  }, []);
  useEffect(() => {
    let end: (() => void) | undefined;
    let left = false;
    void whenIdle()
      .then(() => import('./cache-ahead'))
      .then(({ cacheAhead }) => {
        if (!left) end = cacheAhead(account);
      });
    return () => {
      left = true;
      end?.();
    };
  }, [account]);
  // Resumes interrupted downloads and tells the service worker whether it may play downloaded lessons.
  useEffect(() => {
    void whenIdle()
      .then(() => import('@/features/downloads/mutations/download-service'))
      .then(({ startDownloads }) => startDownloads());
  }, []);
  return null;
}
