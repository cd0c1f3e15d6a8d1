/**
 * Decides which tab of an account runs the engine: the tab that holds the lock is the leader, the other tabs wait for the lock. A waiting tab that
 * has unsent documents, or has not heard of a leader yet, regularly asks the leader for its status. If the leader does not answer (its page is
 * frozen or in the back/forward cache), the waiting tab steals the lock, and the old leader stops when it thaws.
 * Guarantees: a tab that was itself frozen or throttled does not steal the lock.
 */
import { anySignal } from '@/shared/any-signal';
import type { Clock } from '@/shared/clock';
import { withExclusiveLock } from './exclusive-lock';

/** Interval (ms) at which a waiting tab asks the leader for its status. */
const ASK_MS = 2_500;
/** Time (ms) without an answer of the leader after which a waiting tab steals the lock. */
const SILENCE_MS = 10_000;

interface LeadershipDeps {
  /** Name of the lock. */
  name: string;
  signal: AbortSignal;
  clock: Clock;
  /** Runs the engine until the signal aborts. */
  lead: (end: AbortSignal) => Promise<void>;
  /** Starts to follow the leader's status. @returns the number of unsent documents that this tab sees, and a function that stops following */
  follow: () => { pending: () => number; end: () => void };
  /** Asks the leader for its status. */
  ask: () => void;
}

export interface Leadership {
  /** Call this when the leader has answered. */
  heard: () => void;
  ended: Promise<void>;
}

/** Calls `silent` when the leader has not answered for `SILENCE_MS`. */
function watchLeader({ clock, ask }: LeadershipDeps, needsLeader: () => boolean, silent: () => void) {
  let asked: number | undefined;
  let last = clock.now();
  let timer: unknown;
  const tick = () => {
    const now = clock.now();
    // A late timer means that this tab was frozen or throttled, so the leader's silence proves nothing.
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
  /** True once this tab has run the engine or a leader has answered. Until then the status stays "starting". */
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
