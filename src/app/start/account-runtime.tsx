import { closeMirror, startSync, stopSync } from '@sync';
import { type ReactNode, useEffect } from 'react';
import { backendConfig } from '@/config/env';
import { whenIdle } from '@/lib/idle';
import { useAccountWatch } from './use-account-watch';
import { sendWaitingForms } from './visitor-forms';

/** What runs behind the screens, for an account or for a visitor. Draws nothing. */
export function AccountRuntime({ account }: { account: string | undefined }): ReactNode {
  return account ? <Signed account={account} /> : <Visitor />;
}

function Visitor() {
  useEffect(() => {
    void sendWaitingForms();
  }, []);
  return null;
}

/** Runs the engine for the signed-in account and keeps the local identity true to what it brings. */
function Signed({ account }: { account: string }) {
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
  // So that the list of devices can name this one.
  useEffect(() => {
    void whenIdle()
      .then(() => import('@/data/devices/requests'))
      .then(({ noteDevice }) => noteDevice())
      .catch(() => undefined); // without a network the next start says it
  }, []);
  // What a closed browser left half downloaded goes on, and the worker learns whether it may play.
  useEffect(() => {
    void whenIdle()
      .then(() => import('@/data/downloads/download-service'))
      .then(({ startDownloads }) => startDownloads());
  }, []);
  return null;
}
