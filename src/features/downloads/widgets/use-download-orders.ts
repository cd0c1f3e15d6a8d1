import { useAccount } from '@/device/session/session-store';
import { toast } from '@/ui/toast';
import {
  type DownloadOrder,
  deleteDownloads,
  enqueueDownload,
  type IntegrityResult,
  pauseDownload,
  renewDownload,
  repairDownload,
  repairDownloads,
  resumeDownload,
} from '../mutations/downloads';
import { damagedText, downloadText } from '../text';

/** Duration of a success toast (ms; specification 2 §9). */
const SUCCESS_MS = 3_000;
/** Duration of an error toast (ms; specification 2 §9). */
const ERROR_MS = 5_000;

export interface DownloadOrders {
  start: (order: DownloadOrder) => void;
  /** Downloads the newer file of a lesson whose file was replaced. */
  renew: (order: DownloadOrder) => void;
  pause: (videoId: string) => void;
  resume: (videoId: string) => void;
  /** Cancels a download in progress. */
  cancel: (videoId: string) => void;
  /** Deletes a completed download and shows a toast. */
  remove: (videoIds: readonly string[]) => void;
  /** Checks the stored bytes, downloads damaged chunks again, and shows the result in a toast. */
  check: (videoId: string) => Promise<void>;
  /** Downloads again all chunks that the integrity check at start-up found damaged. `parts` is their number. */
  repair: (parts: number) => void;
}

/** Shows an error toast if the download store rejects the action. */
export const withErrorToast = <T>(order: Promise<T>): Promise<T | undefined> =>
  order.catch((error: unknown) => {
    console.error('The downloads could not be changed:', error);
    toast('error', downloadText.orderFailed, { duration: ERROR_MS });
    return undefined;
  });

const found: Record<IntegrityResult, () => void> = {
  sound: () => toast('success', downloadText.sound, { duration: SUCCESS_MS }),
  damaged: () => toast('warning', downloadText.damaged, { duration: ERROR_MS }),
  newer: () => toast('info', downloadText.newerFetched, { duration: ERROR_MS }),
  missing: () => toast('warning', downloadText.missing, { duration: ERROR_MS }),
};

/** The learner's actions on the downloads of the account. */
export function useDownloadOrders(): DownloadOrders {
  const account = useAccount();
  const run = async <T>(order: (account: string) => Promise<T>) =>
    account ? withErrorToast(order(account)) : undefined;
  return {
    start: (order) => void run((uid) => enqueueDownload(uid, order)),
    renew: (order) => void run((uid) => renewDownload(uid, order)),
    pause: (videoId) => void run((uid) => pauseDownload(uid, videoId)),
    resume: (videoId) => void run((uid) => resumeDownload(uid, videoId)),
    cancel: (videoId) => void run((uid) => deleteDownloads(uid, [videoId])),
    remove: (videoIds) =>
      void run(async (uid) => {
        await deleteDownloads(uid, videoIds);
        toast('success', downloadText.removed(videoIds.length), { duration: SUCCESS_MS });
      }),
    check: async (videoId) => {
      const state = await run((uid) => repairDownload(uid, videoId));
      if (state) found[state]();
    },
    repair: (parts) =>
      void run(async (uid) => {
        await repairDownloads(uid);
        toast('info', damagedText.repairing(parts), { duration: SUCCESS_MS });
      }),
  };
}
