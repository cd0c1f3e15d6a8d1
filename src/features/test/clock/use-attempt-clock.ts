import { useEffect, useEffectEvent, useState } from 'react';
import { isOver, SAVE_EVERY_MS, timeLeft, warningBetween } from '@/domain/attempt-time';
import { keepPlace } from '../taking/place';
import type { AttemptClock } from './attempt-clock';

const SECOND_MS = 1_000;

interface ClockOptions {
  attemptId: string;
  clock: AttemptClock;
  /** ms; 0 means unlimited. */
  limit: number;
  /** Keeps the time; whether it is kept. */
  save: () => Promise<boolean>;
  onOver: () => void;
}

/**
 * Shows the clock of an attempt while it is on screen, saves it, warns, and tells when the time is over. The rules are in `domain/attempt-time.ts`.
 * @returns the time spent, ms, renewed every second, and the warning that fell due last, in minutes left.
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
    // A hidden page may have slept: what it missed is counted when it is seen again, from the mark of its hiding.
    if (document.visibilityState === 'visible') clock.watched();
    void save();
  });
  /** Nobody watches any more. With a limit the clock goes on; without one it stops. */
  const leave = useEffectEvent(() => {
    clock.mark();
    if (limit) return void save();
    watch.stop();
    // The mark of a running clock goes only when its time is kept: what cannot be written in time is charged as after a crash.
    void save().then((kept) => kept && keepPlace(attemptId, { running: false }));
  });
  const come = useEffectEvent(() => {
    watch.start();
    keepPlace(attemptId, { running: true });
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
