import { useEffect, useEffectEvent, useState } from 'react';
import { isOver, SAVE_EVERY_MS, timeLeft, warningBetween } from '@/shared/attempt-time';
import { remember } from '../memory/attempt-memory';
import type { AttemptClock } from './attempt-clock';

const SECOND_MS = 1_000;

interface ClockOptions {
  attemptId: string;
  clock: AttemptClock;
  /** Time limit (ms); 0 means unlimited. */
  limit: number;
  /** Stores the time spent. Resolves to true if the time was stored. */
  save: () => Promise<boolean>;
  onOver: () => void;
}

/**
 * Shows and saves the clock of an attempt, warns, and reports when the time is over. The rules are in `shared/attempt-time.ts`.
 * @returns the time spent (ms, updated every second) and the latest warning (minutes left).
 */
export function useAttemptClock({ attemptId, clock, limit, save, onOver }: ClockOptions) {
  const { watch } = clock;
  const [spent, setSpent] = useState(() => watch.read());
  const [warning, setWarning] = useState<5 | 1 | null>(null);

  const show = useEffectEvent(() => {
    const now = watch.read();
    if (limit) setWarning((before) => warningBetween(timeLeft(spent, limit) ?? 0, timeLeft(now, limit) ?? 0) ?? before);
    setSpent(now);
    if (clock.settled() && isOver(now, limit)) onOver();
  });
  const keep = useEffectEvent(() => {
    // Write no mark while the page is hidden, because the page may have been suspended; `come` adds the time since the mark that `leave` wrote.
    if (document.visibilityState === 'visible') clock.watched();
    void save();
  });
  /** Called when the page is hidden or left. With a limit the clock continues, otherwise it stops. */
  const leave = useEffectEvent(() => {
    clock.mark();
    if (limit) return void save();
    watch.stop();
    // Clear `running` only after the time is stored. If the time is not stored, the next opening must treat this exit as a crash.
    void save().then((kept) => kept && remember(attemptId, { running: false }));
  });
  const come = useEffectEvent(() => {
    watch.start();
    remember(attemptId, { running: true });
    void clock.catchUp('any clock').then(() => show());
  });
  const hear = useEffectEvent(() => void clock.catchUp('server only').then(() => show()));

  useEffect(() => {
    const onShift = () => (document.visibilityState === 'hidden' ? leave() : come());
    const onHide = () => leave();
    const onShow = (event: PageTransitionEvent) => event.persisted && come();
    const onOnline = () => hear();
    onShift();
    show();
    const seconds = setInterval(() => show(), SECOND_MS);
    const saves = setInterval(() => keep(), SAVE_EVERY_MS);
    document.addEventListener('visibilitychange', onShift);
    window.addEventListener('pagehide', onHide);
    window.addEventListener('pageshow', onShow);
    window.addEventListener('online', onOnline);
    return () => {
      clearInterval(seconds);
      clearInterval(saves);
      document.removeEventListener('visibilitychange', onShift);
      window.removeEventListener('pagehide', onHide);
      window.removeEventListener('pageshow', onShow);
      window.removeEventListener('online', onOnline);
      leave();
    };
  }, []);

  return { spent, warning };
}
