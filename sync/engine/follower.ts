/**
 * The status of a tab that does not run the engine: the leader's status, with this tab's own count of unsent documents.
 * Rule: the leader may be frozen and its last status stale, so count the unsent documents here; otherwise unsent writes would show as sent.
 */
import { type Clock, systemClock } from '@/shared/clock';
import type { OpenOutbox, SyncStatus } from '../protocol/types';
import { statusStore } from './status';

/** Delay before the tab counts its unsent documents (ms): a tab that becomes the leader at once needs no count. */
const COUNT_DELAY_MS = 1_000;

export function followStatus(outbox: Pick<OpenOutbox, 'count' | 'subscribe'>, clock: Clock = systemClock) {
  let pending: number | undefined;
  let ended = false;
  let stopCounting: () => void = () => undefined;
  const show = (status: SyncStatus) => {
    if (!ended) statusStore.set({ ...status, pending: pending ?? status.pending });
  };
  const timer = clock.setTimer(() => {
    if (ended) return;
    const count = () => {
      pending = outbox.count('pending');
      show(statusStore.getState());
    };
    stopCounting = outbox.subscribe(count);
    count();
  }, COUNT_DELAY_MS);
  return {
    /** Shows the leader's status. */
    repeat: show,
    /** Unsent documents of this tab; 0 until they are counted. */
    pending: () => pending ?? 0,
    end: () => {
      ended = true;
      clock.clearTimer(timer);
      stopCounting();
    },
  };
}
