import { onServerReturn, syncStatus } from '@sync';
import { useEffect } from 'react';
import { useInstall } from '@/device/install';
import { useStillPending } from '@/device/sync/use-initial-sync';
import { NextScreens } from '../routing/next-screens';
import { checkForVersion } from '../start/worker-registration';
import { AccountEndBanner } from './account-end-banner';
import { AwardToasts } from './award-toasts';
import { ClientTooOldBanner } from './client-too-old-banner';
import { PushRuntime } from './push-runtime';
import { RejectionToasts } from './rejection-toasts';
import { useStorageEvictedNotice } from './storage-evicted-notice';

/**
 * Resolves when the first sync has ended or cannot run now. Other screens are preloaded only after that, so that on a slow network the preloading
 * does not delay the data of this screen.
 */
function whenSynced(): Promise<void> {
  const isBusy = () => ['stopped', 'starting', 'syncing'].includes(syncStatus.getState().phase);
  return new Promise((resolve) => {
    const check = () => {
      if (isBusy()) return;
      stop();
      resolve();
    };
    const stop = syncStatus.subscribe(check);
    check();
  });
}

/**
 * The overlays that need the sync engine: push registration, the deletion notice, awards, rejections, and the storage notice.
 * `account` is undefined if the browser has evicted everything, including the sign-in. Rule: public screens of a visitor never load this module.
 */
export function AccountOverlays({ account }: { account: string | undefined }) {
  useStorageEvictedNotice();
  const isPending = useStillPending();
  useEffect(() => {
    if (!isPending) useInstall.setState({ settled: true });
  }, [isPending]);
  useEffect(() => () => useInstall.setState({ settled: false }), []);
  useEffect(() => onServerReturn(checkForVersion), []);
  return (
    <>
      {account && <NextScreens key={`next ${account}`} when={whenSynced} />}
      {account && <RejectionToasts key={`rejections ${account}`} />}
      {account && <AwardToasts key={`awards ${account}`} />}
      {account && <PushRuntime key={account} account={account} />}
      <AccountEndBanner />
      <ClientTooOldBanner />
    </>
  );
}
