import { useState } from 'react';
import type { TestState } from '@/domain/test-state';
import { testText } from '@/text/test';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';

interface StartButtonProps {
  state: TestState;
  /** Attempts left; null without a limit. */
  left: number | null;
  /** Begins an attempt, or goes on with the open one. Rejects when nothing could be written. */
  onStart: () => Promise<void>;
  kind?: 'primary' | 'quiet';
}

/** Start, Continue or Retake Test; says why when it cannot be pressed. */
export function StartButton({ state, left, onStart, kind = 'primary' }: StartButtonProps) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  if (left === 0 && state !== 'in_progress')
    return <p className="self-center font-semibold text-muted text-sm">{testText.noAttemptsLeft}</p>;

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
      {failed && <Banner kind="error">{testText.startFailed}</Banner>}
      <Button lang="en" kind={kind} busy={busy} onClick={() => void start()} className="min-w-32">
        {testText.actions[state]}
      </Button>
    </>
  );
}
