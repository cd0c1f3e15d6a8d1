// @vitest-environment happy-dom

import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PushQuestion } from '@/app/overlays/push-question';
import { usePersistentStorage } from '@/app/overlays/use-persistent-storage';
import { PUSH_PAGE_KEYS } from '@/config/names';
import { usePushState } from '@/data/push/device';
import type { PushState } from '@/domain/push';

// After finished lessons, the app asks the learner about push messages, and asks the browser for persistent storage.

let lessons = 0;
vi.mock('@/data/progress/use-progress', () => ({
  useProgressByLesson: () => new Map(Array.from({ length: lessons }, (_, n) => [n, { completed: true }])),
}));
vi.mock('@/data/push/device', async () => {
  const { create } = await import('zustand');
  return { usePushState: create<PushState>(() => 'off') };
});
const persist = vi.hoisted(() => vi.fn(async () => true));
vi.mock('@/data/downloads/storage-report', () => ({ persistStorage: persist }));

function Asks() {
  usePersistentStorage();
  return <PushQuestion />;
}
const page = (path: string) => (
  <MemoryRouter key={path} initialEntries={[path]}>
    <Asks />
  </MemoryRouter>
);
const question = () => screen.queryByRole('complementary', { name: 'Да Ви казваме ли за новото?' });

beforeEach(() => {
  lessons = 3;
  usePushState.setState('off');
  localStorage.clear();
  persist.mockClear();
});
afterEach(cleanup);

test('the question about messages is only on the home screens, and closes when they are switched on elsewhere', () => {
  const { rerender } = render(page('/settings'));
  for (const path of ['/settings', '/news/nozzle', '/certificate/ABCD', '/dashboard?section=certificates', '/model']) {
    rerender(page(path));
    expect(question(), path).toBeNull();
  }
  rerender(page('/dashboard_free'));
  expect(question()).not.toBeNull();
  rerender(page('/dashboard'));
  expect(question()).not.toBeNull();
  act(() => usePushState.setState('on'));
  expect(question()).toBeNull();
});

test('a learner who has switched messages off is not asked', () => {
  localStorage.setItem(PUSH_PAGE_KEYS.pushOff, 'yes');
  render(page('/dashboard'));
  expect(question()).toBeNull();
});

test('storage is requested when the first lesson is finished, not when a sync brings finished lessons', () => {
  for (const [path, times] of [
    ['/dashboard', 0],
    ['/video/1/2', 1],
  ] as const) {
    lessons = 0;
    const { rerender } = render(page(path));
    lessons = 1;
    rerender(page(path));
    expect(persist).toHaveBeenCalledTimes(times);
    cleanup();
  }
});
