/**
 * Decides which tab of an account runs the engine. A tab waits for the lock. While it has unsent documents, or while no
 * leader has answered yet, it regularly asks the leader for an answer. A leader that does not answer, because the system has frozen its page or the browser keeps the page
 * that was left, loses the lock to a visible tab, and stops when it thaws.
 * Guarantees: a tab that was itself frozen or throttled takes nothing.
 */
import { anySignal } from '@/lib/any-signal';
import type { Clock } from '@/lib/clock';
import { withExclusiveLock } from './exclusive-lock';

/** How often a waiting tab asks, and how long it waits for an answer while something is unsent (ms). */
const ASK_MS = 2_500;
const SILENCE_MS = 10_000;

interface LeadershipDeps {
  /** Name of the lock. */
  name: string;
  signal: AbortSignal;
  clock: Clock;
  /** Runs the engine until the signal aborts. */
  lead: (end: AbortSignal) => Promise<void>;
  /** Begins to follow. @returns the number of unsent documents that this tab sees, and the end of following */
  follow: () => { pending: () => number; end: () => void };
  /** Asks the leader for its status. */
  ask: () => void;
}

export interface Leadership {
  /** The leader has answered. */
  heard: () => void;
  ended: Promise<void>;
}

/** Calls `silent` when the leader has not answered for too long. */
function watchLeader({ clock, ask }: LeadershipDeps, needsLeader: () => boolean, silent: () => void) {
  let asked: number | undefined;
  let last = clock.now();
  let timer: unknown;
  const tick = () => {
    const now = clock.now();
    // Late timers belong to a tab that was frozen or hidden itself.
    if (!needsLeader() || Math.abs(now - last) > 2 * ASK_MS) asked = undefined;
    last = now;
    if (asked !== undefined && now - asked >= SILENCE_MS) return silent();
    if (needsLeader()) {
      asked ??= now;
      ask();
    }
    timer = clock.setTimer(tick, ASK_MS);
  };
  timer = clock.setTimer(tick, ASK_MS);
  return {
    heard: () => {
      asked = undefined;
    },
    end: () => clock.clearTimer(timer),
  };
}

export function holdLeadership(deps: LeadershipDeps): Leadership {
  let heard = () => {};
  /** False until this tab knows a state of the engine, its own or a leader's. Until then the screen shows that it starts. */
  let knowsState = false;
  const turn = async (steal: boolean): Promise<boolean> => {
    const follower = deps.follow();
    const waiting = new AbortController();
    let isSilent = false;
    const needsLeader = () => !knowsState || follower.pending() > 0;
    const watch = watchLeader(deps, needsLeader, () => {
      isSilent = true;
      waiting.abort();
    });
    heard = () => {
      knowsState = true;
      watch.heard();
    };
    const signal = anySignal(deps.signal, waiting.signal);
    const run = (end: AbortSignal) => {
      knowsState = true;
      watch.end();
      follower.end();
      return deps.lead(end);
    };
    try {
      await withExclusiveLock(deps.name, signal, run, { steal });
    } finally {
      watch.end();
      follower.end();
    }
    return isSilent;
  };
  const turns = async () => {
    for (let steal = false; !deps.signal.aborted; ) steal = await turn(steal);
  };
  return { heard: () => heard(), ended: turns() };
}
