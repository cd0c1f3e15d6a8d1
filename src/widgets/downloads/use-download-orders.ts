import { type DownloadOrder, deleteDownload, enqueueDownload, pauseDownload, resumeDownload } from '@/data/downloads/mutations';
import { useAccount } from '@/data/session/session-store';
import { downloadText } from '@/text/offline';
import { toast } from '@/ui/toast';

export interface DownloadOrders {
  start: (order: DownloadOrder) => void;
  pause: (videoId: string) => void;
  resume: (videoId: string) => void;
  /** Cancels what is under way. */
  cancel: (videoId: string) => void;
  /** Deletes what is complete, and says so. */
  remove: (videoId: string) => void;
}

/** The orders a learner gives to the downloads of the account; a refusal of the device's store is told. */
export function useDownloadOrders(): DownloadOrders {
  const account = useAccount();
  const told = (order: Promise<unknown>) =>
    order
      .then(() => true)
      .catch((error: unknown) => {
        console.error('The downloads could not be changed:', error);
        toast('error', downloadText.orderFailed, { duration: 5_000 });
        return false;
      });
  const run = (order: (account: string) => Promise<unknown>) => (account ? told(order(account)) : Promise.resolve(false));
  return {
    start: (order) => void run((uid) => enqueueDownload(uid, order)),
    pause: (videoId) => void run((uid) => pauseDownload(uid, videoId)),
    resume: (videoId) => void run((uid) => resumeDownload(uid, videoId)),
    cancel: (videoId) => void run((uid) => deleteDownload(uid, videoId)),
    remove: (videoId) =>
      void run((uid) => deleteDownload(uid, videoId)).then((done) => done && toast('success', downloadText.removed, { duration: 3_000 })),
  };
}
