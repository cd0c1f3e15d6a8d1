import { useEffect, useRef, useState } from 'react';
import { playAddress } from '@/data/downloads/layout';
import { repairDownload } from '@/data/downloads/mutations';
import { useDownload } from '@/data/downloads/use-downloads';
import { signVideoUrl } from '@/data/lessons/requests';
import { useAccount } from '@/data/session/session-store';
import { useSyncStatus } from '@/data/sync/use-sync-status';
import { useOnline } from '@/lib/use-online';
import { playerText } from '@/text/player';
import { toast } from '@/ui/toast';

/** A short clip that is served with the app, for a lesson whose file cannot be played (decision 3). */
const SAMPLE_URL = '/media/sample.mp4';
/** A lesson that fails so many times, each within so many ms of the last, is not helped by fresh addresses. */
const FAILURES = 3;
const FAILURES_WITHIN_MS = 20_000;

export type SourceKind = 'offline' | 'online' | 'sample';

export interface MediaSource {
  kind: SourceKind | undefined;
  url: string | undefined;
  /** Offline, and this lesson is not on the device. */
  unavailable: boolean;
  /** The server no longer knows this device, so it gives no address: signing in helps, a sample would hide that. */
  signedOut: boolean;
  /** The element could not go on: a fresh address, the repair of a download, or the sample. */
  onFailed: (video: HTMLVideoElement) => void;
  /** From the sample back to the lesson. */
  retry: () => void;
}

/** Where a lesson comes from: the device when it is downloaded, also online; else a signed address; else a sample that says it is one. */
export function useMediaSource(videoId: string, videoUrl: string | null): MediaSource {
  const account = useAccount();
  const online = useOnline();
  const { phase } = useSyncStatus();
  const download = useDownload(videoId);
  const [signed, setSigned] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  const [brokenDownload, setBrokenDownload] = useState(false);
  const failures = useRef<number[]>([]);

  const isDownloaded = download?.status === 'completed' && !brokenDownload && navigator.serviceWorker?.controller != null;
  const signedOut = phase === 'signed-out' && online && !signed;
  const needsSignature = download !== undefined && !isDownloaded && online && videoUrl !== null;

  useEffect(() => {
    if (!needsSignature || !videoUrl) return;
    let current = true;
    signVideoUrl(videoUrl).then(
      // Two signatures of one second are the same address: the fragment makes the element load it again all the same.
      (url) => current && setSigned(attempt > 0 ? `${url}#${attempt}` : url),
      (error: unknown) => {
        console.error('The lesson could not be addressed:', error);
        if (current && navigator.onLine) setFailed(true);
      },
    );
    return () => {
      current = false;
    };
  }, [needsSignature, videoUrl, attempt]);

  const retry = () => {
    failures.current = [];
    setFailed(false);
    setSigned(undefined);
    setAttempt(attempt + 1);
  };

  const onFailed = (video: HTMLVideoElement) => {
    if (isDownloaded && account) {
      toast('error', playerText.offlineFailed, { duration: 5_000 });
      repairDownload(account, videoId).then(
        (found) => (found === 'sound' ? setBrokenDownload(true) : toast('info', playerText[found === 'missing' ? 'fetchingAgain' : 'repairing'])),
        () => setBrokenDownload(true),
      );
      return;
    }
    if (!navigator.onLine || failed) return;
    const now = Date.now();
    failures.current = [...failures.current.filter((at) => now - at < FAILURES_WITHIN_MS), now];
    // A file that is no film will be none under another address either.
    const isNoFilm = video.error?.code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED && failures.current.length > 1;
    if (isNoFilm || failures.current.length >= FAILURES) setFailed(true);
    else setAttempt(attempt + 1);
  };

  const base = { unavailable: false, signedOut: false, onFailed, retry };
  if (isDownloaded) return { ...base, kind: 'offline', url: playAddress(download) };
  if (signedOut) return { ...base, kind: undefined, url: undefined, signedOut };
  if (failed) return { ...base, kind: 'sample', url: SAMPLE_URL };
  return { ...base, kind: signed ? 'online' : undefined, url: signed, unavailable: download !== undefined && !online };
}
