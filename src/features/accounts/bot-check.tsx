import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { BotToken } from '@/device/session/sign-in-requests';
import { Checkbox } from '@/ui/checkbox';
import { Spinner } from '@/ui/spinner';
import { bot } from './text/register';

export type BotState = 'idle' | 'solving' | 'solved' | 'absent' | 'failed' | 'expired';

/** The result if the school has no bot check. */
const NO_TOKEN: BotToken = { token: '', by: 'none' };

interface BotCheckProps {
  /** Called with the result once the check has passed or the school has none, and with null after a failure and after the token expires. */
  onToken: (token: BotToken | null) => void;
  /** A new number restarts the check, because each token is valid for one request. */
  round: number;
  /** Id of the message that asks for the check. */
  faultId?: string | undefined;
}

const words: Record<BotState, string> = {
  idle: '',
  solving: bot.solving,
  solved: bot.solved,
  absent: bot.absent,
  failed: bot.failed,
  expired: bot.expired,
};

const loadSolver = () => import('@/device/session/solve-bot-check');

/** A checkbox that starts a proof of work. The learner solves no puzzles, and no third party is involved. */
export function BotCheck({ onToken, round, faultId }: BotCheckProps) {
  const [state, setState] = useState<BotState>('idle');
  const work = useRef<AbortController>(null);
  const expiry = useRef<ReturnType<typeof setTimeout>>(undefined);

  const reset = useEffectEvent((next: BotState) => {
    work.current?.abort();
    clearTimeout(expiry.current);
    onToken(null);
    setState(next);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new round restarts the check
  useEffect(() => {
    reset('idle');
    return () => {
      work.current?.abort();
      clearTimeout(expiry.current);
    };
  }, [round]);

  // Load the solver with the screen, not on a click that may happen offline: Chromium never requests a module again after it has failed to load.
  useEffect(() => {
    loadSolver().catch((error: unknown) => console.warn('The bot check has not loaded:', error));
  }, []);

  const start = async () => {
    const controller = new AbortController();
    work.current = controller;
    setState('solving');
    try {
      const { solveBotCheck } = await loadSolver();
      const answer = await solveBotCheck(controller.signal);
      if (controller.signal.aborted) return;
      if (!answer) {
        onToken(NO_TOKEN);
        setState('absent');
        return;
      }
      const { token, by, expiresAt } = answer;
      onToken({ token, by });
      setState('solved');
      expiry.current = setTimeout(() => {
        onToken(null);
        setState('expired');
      }, expiresAt - performance.now());
    } catch {
      if (controller.signal.aborted) return;
      onToken(null);
      setState('failed');
    }
  };

  const isDone = state === 'solved' || state === 'absent';
  return (
    <div className="rounded-control border border-line bg-sunk px-3 py-1">
      <div className="flex items-center justify-between gap-3">
        <Checkbox
          label={bot.label}
          name="bot"
          aria-invalid={faultId ? true : undefined}
          aria-describedby={faultId}
          checked={state === 'solving' || isDone}
          // Use `aria-disabled`, because a disabled control loses the focus.
          aria-disabled={state === 'solving'}
          onChange={() => !isDone && state !== 'solving' && void start()}
        />
        {state === 'solving' && <Spinner small />}
      </div>
      <p
        role="status"
        className={state === 'failed' || state === 'expired' ? 'pb-2 text-danger text-sm' : 'text-muted text-sm'}
      >
        {words[state] && <span className="block pb-2">{words[state]}</span>}
      </p>
    </div>
  );
}
