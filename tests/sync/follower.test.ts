import { followStatus } from '@sync/engine/follower';
import { statusStore } from '@sync/engine/status';
import type { Journal, SyncStatus } from '@sync/protocol/types';
import { BehaviorSubject } from 'rxjs';
import { afterEach, expect, test } from 'vitest';
import { HandClock } from '../helpers/manual-clock';

// A tab that does not run the engine shows the leader's status with its own count of unsent writes.

afterEach(() => statusStore.reset());

const synced: SyncStatus = { phase: 'idle', pending: 0, rejected: 0, synced_at: 1, restored: false };
const documents = (count: number) => Array.from({ length: count }, () => ({})) as never[];

function tab() {
  const clock = new HandClock();
  const pending$ = new BehaviorSubject(documents(0));
  const follower = followStatus({ pending$ } as Pick<Journal, 'pending$'>, clock);
  return { clock, pending$, follower };
}

test('its own unsent writes count although the frozen leader last reported that everything is sent', () => {
  const { clock, pending$, follower } = tab();
  follower.repeat(synced);
  clock.pass(1_000);
  expect(statusStore.get()).toEqual(synced);
  pending$.next(documents(2));
  expect(statusStore.get()).toEqual({ ...synced, pending: 2 });
  follower.repeat({ ...synced, synced_at: 2 });
  expect(statusStore.get()).toEqual({ ...synced, synced_at: 2, pending: 2 });
  pending$.next(documents(0));
  expect(statusStore.get().pending).toBe(0);
});

test('it shows the leader’s number until it has counted, and stops repeating when it becomes the leader', () => {
  const { clock, pending$, follower } = tab();
  follower.repeat({ ...synced, pending: 5 });
  expect(statusStore.get().pending).toBe(5);
  follower.end();
  clock.pass(2_000);
  pending$.next(documents(3));
  follower.repeat({ ...synced, pending: 7 });
  expect(statusStore.get().pending).toBe(5);
});
