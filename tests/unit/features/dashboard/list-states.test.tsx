// @vitest-environment happy-dom

import { statusStore } from '@sync/engine/status';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type Live, LOADING } from '@/device/live/live';
import { ListStates } from '@/features/dashboard/home/list-states';

afterEach(() => {
  cleanup();
  statusStore.reset();
});

const failed = { status: 'error', complete: false, error: new Error('The disk is full.') } as const;

test.each<[string, Live<string[]>, string]>([
  ['is being read', LOADING, 'skeleton'],
  ['cannot be read', { ...failed, data: undefined }, 'not here'],
  ['cannot be read and has a fallback', { ...failed, data: [] }, 'not here'],
  ['is empty', { status: 'ready', data: [], complete: true }, 'none'],
  ['has rows', { status: 'ready', data: ['a', 'b'], complete: true }, 'a, b'],
])('a list of the home that %s', (_, rows, shown) => {
  statusStore.set({ phase: 'idle', pending: 0, rejected: 0, synced_at: 1, restored: true });
  const { container } = render(
    <ListStates rows={rows} skeleton="skeleton" none="none" offline="not here">
      {(all) => all.join(', ')}
    </ListStates>,
  );
  expect(container.textContent).toBe(shown);
});
