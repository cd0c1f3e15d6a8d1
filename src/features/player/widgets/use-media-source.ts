import { useEffect, useState, useSyncExternalStore } from 'react';
import { useAccount } from '@/device/session/session-store';
import { useSyncStatus } from '@/device/sync/use-sync-status';
import { useOnline } from '@/device/use-online';
import { repairDownload } from '@/features/downloads/mutations/downloads';
import { type DownloadedVideo, playAddress } from '@/shared/downloads';
import { toast } from '@/ui/toast';
import { playerText } from '../text/player';
import { useLongWait } from './use-long-wait';
import { useSignedUrl } from './use-signed-url';

/** The message for each result of checking a download that does not play. */
const afterCheck = { damaged: 'repairing', missing: 'fetchingAgain', newer: 'offlineNewer' } as const;

/** Sample clip of the app, for a lesson whose file cannot be played (decision 3). */
const SAMPLE_URL = '/media/sample.mp4';

export type SourceKind = 'offline' | 'online' | 'sample';

/**
 * Why a lesson that is not on the device cannot load. `offline`: the browser has no network. `unreachable`: the browser has a network, but the
 * server does not respond (server down, captive portal). `signed-out`: the server has ended this session, so only signing in helps.
 */
export type SourceProblem = 'offline' | 'unreachable' | 'signed-out';

export interface MediaSource {
  kind: SourceKind | undefined;
  url: string | undefined;
  problem: SourceProblem | undefined;
  /** True when the wait for data has become long. */
  slow: boolean;
  /** Call when the element cannot play: the hook then gets a fresh URL, repairs a download, or switches to the sample. */
  onFailed: () => void;
  /** Tries to play the lesson again, for example while the sample plays in its place. */
  retry: () => void;
}

function subscribeToWorker(listener: () => void) {
  navigator.serviceWorker?.addEventListener('controllerchange', listener);
  return () => navigator.serviceWorker?.removeEventListener('controllerchange', listener);
}

/** True when a service worker serves this page. Without one, a downloaded video has no URL. */
const useHasWorker = () => useSyncExternalStore(subscribeToWorker, () => navigator.serviceWorker?.controller != null);

/**
 * The source of a lesson: the downloaded copy, even when online; otherwise a signed URL; otherwise the sample clip, which the screen labels.
 * @param download the lesson's row; null if it was not downloaded, undefined until read
 */
export function useMediaSource(
  videoId: string,
  videoUrl: string | null,
  video: HTMLVideoElement | null,
  download: DownloadedVideo | null | undefined,
): MediaSource {
  const account = useAccount();
  const online = useOnline();
  const hasWorker = useHasWorker();
  const { phase } = useSyncStatus();
  const [brokenDownload, setBrokenDownload] = useState(false);
  const isDownloaded = download?.status === 'completed' && !brokenDownload && hasWorker;
  const isRemote = download !== undefined && !isDownloaded;
  const signed = useSignedUrl(videoUrl, isRemote);
  const { url, broken, unreachable, onLoaded } = signed;
  const signedOut = phase === 'signed-out' && online && !url;
  const isLoading = isRemote && videoUrl !== null && online && !broken && !unreachable && !signedOut;
  const slow = useLongWait(video, url !== undefined, isLoading, signed.retry);

  useEffect(() => {
    video?.addEventListener('loadeddata', onLoaded);
    return () => video?.removeEventListener('loadeddata', onLoaded);
  }, [video, onLoaded]);

  const onDownloadFailed = (owner: string) => {
    toast('error', playerText.offlineFailed, { duration: 5_000 });
    repairDownload(owner, videoId).then(
      (found) => (found === 'sound' ? setBrokenDownload(true) : toast('info', playerText[afterCheck[found]])),
      () => setBrokenDownload(true),
    );
  };

  const base = {
    problem: undefined,
    slow,
    onFailed: () => (isDownloaded && account ? onDownloadFailed(account) : signed.onFailed()),
    retry: signed.retry,
  };
  if (isDownloaded) return { ...base, kind: 'offline', url: playAddress(download) };
  if (signedOut) return { ...base, kind: undefined, url: undefined, problem: 'signed-out' };
  if (broken) return { ...base, kind: 'sample', url: SAMPLE_URL };
  const problem = isRemote ? (online ? (unreachable ? 'unreachable' : undefined) : 'offline') : undefined;
  return { ...base, kind: url ? 'online' : undefined, url, problem };
}
