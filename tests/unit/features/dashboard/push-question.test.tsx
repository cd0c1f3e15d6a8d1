// @vitest-environment happy-dom

import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usePersistentStorage } from '@/app/overlays/use-persistent-storage';
import { usePushState } from '@/device/push/device';
import { PushQuestion } from '@/features/dashboard/home/push-question';
import { PUSH_PAGE_KEYS } from '@/shared/names';
import type { PushState } from '@/shared/push';

// After finished lessons, the app asks the learner about push messages, and asks the browser for persistent storage.

let lessons = 0;
vi.mock('@/features/progress/queries', () => ({
  useProgressByLesson: () => new Map(Array.from({ length: lessons }, (_, n) => [n, { completed: true }])),
}));
vi.mock('@/device/push/device', async () => {
  const { create } = await import('zustand');
  return { usePushState: create<PushState>(() => 'off') };
});
const persist = vi.hoisted(() => vi.fn(async () => true));
vi.mock('@/device/storage-report', () => ({ persistStorage: persist }));

function Asks() {
  usePersistentStorage();
  return <PushQuestion />;
}
const page = (path: string) => (
  <MemoryRouter key={path} initialEntries={[path]}>
    <Asks />
  </MemoryRouter>
);
const question = () => screen.queryByRole('heading', { name: 'Да Ви казваме ли за новото?' });

beforeEach(() => {
  lessons = 3;
  usePushState.setState('off');
  localStorage.clear();
  persist.mockClear();
});
afterEach(cleanup);

test('the question is a line of the home, and goes when the messages are switched on elsewhere', () => {
  render(page('/dashboard'));
  // A line in the page covers nothing, so no screen has to make room for it.
  expect(question()?.closest('.fixed')).toBeNull();
  act(() => usePushState.setState('on'));
  expect(question()).toBeNull();
});

test('an answer is remembered', () => {
  render(page('/dashboard'));
  act(() => screen.getByRole('button', { name: 'Не сега' }).click());
  expect(question()).toBeNull();
  cleanup();
  render(page('/dashboard'));
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
