import { useState } from 'react';
import { useNow } from '@/device/use-now';
import { formatMoment } from '@/shared/format/format';
import type { NextAttempt, QuizState } from '@/shared/quiz-state';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { quizText } from './text';

/** Interval at which the button checks whether the next attempt may start (ms). */
const RENEW_MS = 5_000;

interface StartButtonProps {
  state: QuizState;
  /** Number of attempts left; null without a limit. */
  left: number | null;
  /** When the next attempt may start; null if it may start now. */
  next: NextAttempt | null;
  /** Starts an attempt or continues the open one. Rejects if the device could not store the attempt. */
  onStart: () => Promise<void>;
  kind?: 'primary' | 'quiet';
}

/** Start, Continue or Retake Test. A disabled button shows the reason. */
export function StartButton({ state, left, next, onStart, kind = 'primary' }: StartButtonProps) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const now = useNow(RENEW_MS);
  const waits = next !== null && now < next.at && state !== 'in_progress';
  if (left === 0 && state !== 'in_progress')
    return <p className="self-center font-semibold text-muted text-sm">{quizText.noAttemptsLeft}</p>;

  async function start() {
    setBusy(true);
    setFailed(false);
    try {
      await onStart();
    } catch (error) {
      console.error('An attempt could not be started:', error);
      setFailed(true);
    }
    setBusy(false);
  }
  return (
    <>
      {failed && <Banner kind="error">{quizText.startFailed}</Banner>}
      <Button lang="en" kind={kind} busy={busy} disabled={waits} onClick={() => void start()} className="min-w-32">
        {quizText.actions[state]}
      </Button>
      {waits && (
        <p className="num self-center text-muted text-sm">
          {next.limit === 'day' && `${quizText.dayUsed} `}
          {quizText.opensAt(formatMoment(next.at))}
        </p>
      )}
    </>
  );
}
