import { followStatus } from '@sync/engine/follower';
import { statusStore } from '@sync/engine/status';
import type { SyncStatus } from '@sync/protocol/types';
import { afterEach, expect, test } from 'vitest';
import { HandClock } from '../helpers/manual-clock';

// A tab that does not run the engine shows the leader's status with its own count of unsent writes.

afterEach(() => statusStore.reset());

const synced: SyncStatus = { phase: 'idle', pending: 0, rejected: 0, synced_at: 1, restored: false };

function tab() {
  const clock = new HandClock();
  let [count, listener] = [0, (_: { left: boolean }) => {}];
  const outbox = {
    count: () => count,
    subscribe: (heard: typeof listener) => {
      listener = heard;
      return () => {
        listener = () => {};
      };
    },
  };
  const hold = (next: number) => {
    count = next;
    listener({ left: false });
  };
  return { clock, hold, follower: followStatus(outbox, clock) };
}

test('its own unsent writes count although the frozen leader last reported that everything is sent [TAB-3]', () => {
  const { clock, hold, follower } = tab();
  follower.repeat(synced);
  clock.pass(1_000);
  expect(statusStore.getState()).toEqual(synced);
  hold(2);
  expect(statusStore.getState()).toEqual({ ...synced, pending: 2 });
  follower.repeat({ ...synced, synced_at: 2 });
  expect(statusStore.getState()).toEqual({ ...synced, synced_at: 2, pending: 2 });
  hold(0);
  expect(statusStore.getState().pending).toBe(0);
});

test('it shows the leader’s number until it has counted, and stops repeating when it becomes the leader [TAB-3]', () => {
  const { clock, hold, follower } = tab();
  follower.repeat({ ...synced, pending: 5 });
  expect(statusStore.getState().pending).toBe(5);
  follower.end();
  clock.pass(2_000);
  hold(3);
  follower.repeat({ ...synced, pending: 7 });
  expect(statusStore.getState().pending).toBe(5);
});
