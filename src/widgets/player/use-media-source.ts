import { useCallback, useEffect, useRef, useState } from 'react';
import { playAddress } from '@/data/downloads/layout';
import { repairDownload } from '@/data/downloads/mutations';
import { useDownload } from '@/data/downloads/use-downloads';
import { StorageRefused, signVideoUrl } from '@/data/lessons/requests';
import { useAccount } from '@/data/session/session-store';
import { useSyncStatus } from '@/data/sync/use-sync-status';
import { useOnline } from '@/lib/use-online';
import { playerText } from '@/text/player';
import { toast } from '@/ui/toast';

/** A short clip that is served with the app, for a lesson whose file cannot be played (decision 3). */
const SAMPLE_URL = '/media/sample.mp4';
/** Before each fresh address, ms: a server that hiccups is no reason to take the lesson away. When they are used up, the sample plays. */
const FRESH_AFTER_MS = [0, 500, 2_000];
/** Failures further apart than this, ms, are separate misfortunes. */
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
  onFailed: () => void;
  /** From the sample back to the lesson. */
  retry: () => void;
}

/** Where a lesson comes from: the device when it is downloaded, also online; else a signed address; else a sample that says it is one. */
export function useMediaSource(videoId: string, videoUrl: string | null): MediaSource {
  const account = useAccount();
  const online = useOnline();
  const { phase } = useSyncStatus();
  const download = useDownload(videoId);
  const [signed, setSigned] = useState<{ url: string; attempt: number }>();
  const [attempt, setAttempt] = useState({ number: 0, afterMs: 0 });
  const [failed, setFailed] = useState(false);
  const [brokenDownload, setBrokenDownload] = useState(false);
  const failures = useRef<{ number: number; at: number }[]>([]);

  const isDownloaded =
    download?.status === 'completed' && !brokenDownload && navigator.serviceWorker?.controller != null;
  const signedOut = phase === 'signed-out' && online && !signed;
  const needsSignature = download !== undefined && !isDownloaded && online && videoUrl !== null;

  /** Rule: an address counts once, however often the element complains of it. */
  const failedAt = useCallback((number: number) => {
    const now = Date.now();
    const recent = failures.current.filter(({ at }) => now - at < FAILURES_WITHIN_MS);
    if (recent.some((failure) => failure.number === number)) return;
    failures.current = [...recent, { number, at: now }];
    const afterMs = FRESH_AFTER_MS[recent.length];
    if (afterMs === undefined) setFailed(true);
    else setAttempt({ number: number + 1, afterMs });
  }, []);

  useEffect(() => {
    if (!needsSignature || !videoUrl) return;
    const { number, afterMs } = attempt;
    let current = true;
    const sign = () =>
      signVideoUrl(videoUrl).then(
        // Two signatures of one second are the same address: the fragment makes the element load it again all the same.
        (url) => current && setSigned({ url: number > 0 ? `${url}#${number}` : url, attempt: number }),
        (error: unknown) => {
          console.error('The lesson could not be addressed:', error);
          if (!current || !navigator.onLine) return;
          if (error instanceof StorageRefused) setFailed(true);
          else failedAt(number);
        },
      );
    const timer = afterMs > 0 ? setTimeout(sign, afterMs) : void sign();
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [needsSignature, videoUrl, attempt, failedAt]);

  const retry = () => {
    failures.current = [];
    setFailed(false);
    setSigned(undefined);
    setAttempt({ number: attempt.number + 1, afterMs: 0 });
  };

  const onFailed = () => {
    if (isDownloaded && account) {
      toast('error', playerText.offlineFailed, { duration: 5_000 });
      repairDownload(account, videoId).then(
        (found) =>
          found === 'sound'
            ? setBrokenDownload(true)
            : toast('info', playerText[found === 'missing' ? 'fetchingAgain' : 'repairing']),
        () => setBrokenDownload(true),
      );
      return;
    }
    if (navigator.onLine && !failed && signed) failedAt(signed.attempt);
  };

  const base = { unavailable: false, signedOut: false, onFailed, retry };
  if (isDownloaded) return { ...base, kind: 'offline', url: playAddress(download) };
  if (signedOut) return { ...base, kind: undefined, url: undefined, signedOut };
  if (failed) return { ...base, kind: 'sample', url: SAMPLE_URL };
  return {
    ...base,
    kind: signed ? 'online' : undefined,
    url: signed?.url,
    unavailable: download !== undefined && !online,
  };
}
