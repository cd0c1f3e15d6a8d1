import { useCallback, useEffect, useRef, useState } from 'react';
import { hasAnsweredFor, StorageRejected, signVideoUrl } from '@/device/storage/requests';
import { useSyncStatus } from '@/device/sync/use-sync-status';
import { useOnline } from '@/device/use-online';
import { FRESH_URL_PAUSES_MS, SIGNING_RETRY_PAUSES_MS } from '@/shared/app-limits';

/** Time (ms) for which a failure counts. The number of counted failures decides the next pause, and when the file is `broken`. */
const FAILURES_WITHIN_MS = 20_000;

export interface SignedUrl {
  url: string | undefined;
  /** The server does not respond, or a captive portal responds in its place. The hook keeps trying. */
  unreachable: boolean;
  /** The server responds for this file, but the file cannot be played. */
  broken: boolean;
  /** Call when the element cannot play the URL. */
  onFailed: () => void;
  /** Call when the element has received data. */
  onLoaded: () => void;
  /** Starts again at once with a fresh URL. */
  retry: () => void;
}

/** Signs the URL of a video while `wanted` is true, and signs it again after a failure or when the network returns. */
export function useSignedUrl(videoUrl: string | null, wanted: boolean): SignedUrl {
  const online = useOnline();
  const { synced_at } = useSyncStatus();
  const [signed, setSigned] = useState<{ url: string; attempt: number }>();
  const [attempt, setAttempt] = useState({ number: 0, afterMs: 0 });
  const [unreachable, setUnreachable] = useState(false);
  const [broken, setBroken] = useState(false);
  /** Consecutive attempts without a response. */
  const unanswered = useRef(0);
  const failures = useRef<{ number: number; at: number }[]>([]);
  const isSigning = wanted && online && videoUrl !== null;

  const tryAgain = useCallback((afterMs: number) => setAttempt(({ number }) => ({ number: number + 1, afterMs })), []);

  const onUnanswered = useCallback(() => {
    const afterMs = SIGNING_RETRY_PAUSES_MS[Math.min(unanswered.current, SIGNING_RETRY_PAUSES_MS.length - 1)] ?? 0;
    // Show no message for a single lost request.
    setUnreachable(unanswered.current > 0);
    unanswered.current += 1;
    tryAgain(afterMs);
  }, [tryAgain]);

  /** Rule: a URL that fails counts as one failure, even if the element reports the failure several times. */
  const onFileFailed = useCallback(
    (number: number) => {
      const now = performance.now();
      const recent = failures.current.filter(({ at }) => now - at < FAILURES_WITHIN_MS);
      if (recent.some((failure) => failure.number === number)) return;
      failures.current = [...recent, { number, at: now }];
      const afterMs = FRESH_URL_PAUSES_MS[recent.length];
      if (afterMs === undefined) setBroken(true);
      else tryAgain(afterMs);
    },
    [tryAgain],
  );

  useEffect(() => {
    if (!isSigning || !videoUrl) return;
    const { number, afterMs } = attempt;
    let current = true;
    const sign = () =>
      signVideoUrl(videoUrl).then(
        (url) => {
          if (!current) return;
          setUnreachable(false);
          // URLs signed in the same second are equal; the fragment makes the element load the URL again.
          setSigned({ url: number > 0 ? `${url}#${number}` : url, attempt: number });
        },
        (error: unknown) => {
          console.warn('The URL of the lesson could not be signed:', error);
          if (!current) return;
          if (error instanceof StorageRejected) setBroken(true);
          else onUnanswered();
        },
      );
    const timer = afterMs > 0 ? setTimeout(sign, afterMs) : void sign();
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [isSigning, videoUrl, attempt, onUnanswered]);

  // A successful sync proves that the network is back: try again without waiting for the next attempt.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `synced_at` is the signal, its value does not matter
  useEffect(() => {
    if (unanswered.current > 0) tryAgain(0);
  }, [synced_at, tryAgain]);

  const checking = useRef<number>(undefined);
  const onFailed = () => {
    if (!navigator.onLine || broken || !signed || checking.current === signed.attempt) return;
    const { url, attempt: number } = signed;
    checking.current = number;
    void hasAnsweredFor(url).then((hasAnswered) => {
      checking.current = undefined;
      if (hasAnswered) onFileFailed(number);
      else onUnanswered();
    });
  };
  const onLoaded = useCallback(() => {
    unanswered.current = 0;
    setUnreachable(false);
  }, []);
  const retry = useCallback(() => {
    failures.current = [];
    setBroken(false);
    setSigned(undefined);
    tryAgain(0);
  }, [tryAgain]);

  return { url: signed?.url, unreachable, broken, onFailed, onLoaded, retry };
}
