import { useEffect, useEffectEvent, useState } from 'react';
import { isOver, SAVE_EVERY_MS, timeLeft, warningBetween } from '@/domain/attempt-time';
import { keepPlace } from './place';
import type { Stopwatch } from './stopwatch';

const SECOND_MS = 1_000;

interface ClockOptions {
  attemptId: string;
  watch: Stopwatch;
  /** ms; 0 means unlimited. */
  limit: number;
  /** Keeps the time; whether it is kept. */
  save: () => Promise<boolean>;
  onOver: () => void;
}

/**
 * Runs the watch while the questions are on screen, saves it, warns, and tells when the time is over. The rules are in `domain/attempt-time.ts`.
 * @returns the time spent, ms, renewed every second, and the warning that fell due last, in minutes left.
 */
export function useAttemptClock({ attemptId, watch, limit, save, onOver }: ClockOptions) {
  const [spent, setSpent] = useState(() => watch.read());
  const [warning, setWarning] = useState<5 | 1 | null>(null);

  const show = useEffectEvent(() => {
    const now = watch.read();
    if (limit) setWarning((before) => warningBetween(timeLeft(spent, limit) ?? 0, timeLeft(now, limit) ?? 0) ?? before);
    setSpent(now);
    if (isOver(now, limit)) onOver();
  });
  const run = useEffectEvent(() => {
    watch.start();
    keepPlace(attemptId, { running: true });
  });
  /** The mark of a running clock goes only when its time is kept: what cannot be written in time is charged as after a crash. */
  const pause = useEffectEvent(() => {
    watch.stop();
    void save().then((kept) => kept && keepPlace(attemptId, { running: false }));
  });
  const keep = useEffectEvent(() => {
    void save();
  });
  /** A hidden page goes on counting only where there is a limit to keep. */
  const follow = useEffectEvent(() => {
    const hidden = document.visibilityState === 'hidden';
    if (hidden && !limit) return pause();
    run();
    if (hidden) keep();
  });

  useEffect(() => {
    const onFollow = () => follow();
    const onHide = () => pause();
    onFollow();
    show();
    const seconds = setInterval(() => show(), SECOND_MS);
    const saves = setInterval(() => keep(), SAVE_EVERY_MS);
    document.addEventListener('visibilitychange', onFollow);
    window.addEventListener('pagehide', onHide);
    window.addEventListener('pageshow', onFollow);
    return () => {
      clearInterval(seconds);
      clearInterval(saves);
      document.removeEventListener('visibilitychange', onFollow);
      window.removeEventListener('pagehide', onHide);
      window.removeEventListener('pageshow', onFollow);
      pause();
    };
  }, []);

  return { spent, warning };
}
