// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SyncStatus } from '@/device/sync/use-sync-status';
import { SyncChip } from '@/features/sync/widgets/sync-chip';

// The sync chip announces errors and long waits to screen readers, but not writes that are sent at once.

const { fake } = vi.hoisted(() => ({ fake: { status: {} as SyncStatus } }));
vi.mock('@/device/sync/use-sync-status', () => ({ useSyncStatus: () => fake.status }));

const synced: SyncStatus = { phase: 'idle', pending: 0, rejected: 0, synced_at: 1, restored: true };
const status = (changes: Partial<SyncStatus>) => ({ ...synced, ...changes });

let view: ReturnType<typeof render>;
const announced = () => view.container.querySelector('[role=status]')?.textContent;
const turn = (changes: Partial<SyncStatus>) => {
  fake.status = status(changes);
  view.rerender(<SyncChip />);
};

beforeEach(() => {
  vi.useFakeTimers();
  fake.status = synced;
  view = render(<SyncChip />);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a like that is sent within a second is not announced', () => {
  const before = announced();
  turn({ pending: 1 });
  expect(announced()).toBe(before);
  act(() => vi.advanceTimersByTime(600));
  turn({ phase: 'syncing' });
  expect(announced()).toBe(before);
  act(() => vi.advanceTimersByTime(400));
  turn({});
  act(() => vi.advanceTimersByTime(10_000));
  expect(announced()).toBe(before);
});

test('a document that waits for more than five seconds is announced', () => {
  const before = announced();
  turn({ pending: 1 });
  act(() => vi.advanceTimersByTime(4_900));
  expect(announced()).toBe(before);
  act(() => vi.advanceTimersByTime(200));
  expect(announced()).toContain('1');
});

test('an error is announced at once', () => {
  const before = announced();
  turn({ rejected: 1 });
  expect(announced()).not.toBe(before);
});
