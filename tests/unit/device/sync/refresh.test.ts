import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refresh } from '@/device/sync/mutations';

// A manual refresh ends with the result of its own sync cycle, and ends at once without a network.

const { fake } = vi.hoisted(() => {
  type Status = { phase: string; synced_at: number | null };
  const listeners = new Set<() => void>();
  const fake = {
    status: { phase: 'stopped', synced_at: null } as Status,
    set(next: Status) {
      fake.status = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return { fake };
});
vi.mock('@sync', () => ({
  syncNow: () => undefined,
  dismissRejected: () => undefined,
  retryRejected: () => undefined,
  syncStatus: { getState: () => fake.status, getInitialState: () => fake.status, subscribe: fake.subscribe },
}));

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  fake.status = { phase: 'stopped', synced_at: null };
});
afterEach(() => vi.useRealTimers());

it('resolves after a cycle that ends after its start', async () => {
  const answered = refresh();
  await vi.advanceTimersByTimeAsync(500);
  fake.set({ phase: 'idle', synced_at: Date.now() });
  await expect(answered).resolves.toBe(true);
});

it('ignores the time of an earlier cycle, which is read while the page starts', async () => {
  const answered = refresh();
  fake.set({ phase: 'syncing', synced_at: 900_000 });
  await vi.advanceTimersByTimeAsync(10_000);
  await expect(answered).resolves.toBe(false);
});

it('ends at once when the device is offline', async () => {
  const answered = refresh();
  fake.set({ phase: 'offline', synced_at: 900_000 });
  await expect(answered).resolves.toBe(false);
});
