// @vitest-environment happy-dom

import { statusStore } from '@sync/engine/status';
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { NewerStoreDialog } from '@/app/overlays/newer-store-dialog';
import { useStorageEvictedNotice } from '@/app/overlays/storage-evicted-notice';
import { UpdatePrompt } from '@/app/overlays/update-prompt';
import { useUpdate } from '@/app/start/service-worker';
import { applyUpdate } from '@/app/start/worker-registration';
import { STORAGE_KEYS } from '@/config/persisted-names';
import { useSession } from '@/data/session/session-store';
import { reportNewerStore } from '@/lib/newer-store';
import { toastsReady } from '@/ui/toast';
import { useOpenPlayer } from '@/widgets/do-not-disturb';

// An open page offers a new version outside lessons and quizzes, and reports when the browser has evicted the device's data.

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  statusStore.reset();
});

test.each<[string, boolean]>([
  ['that waits is activated, and the page reloads when it controls the page', true],
  ['that another tab has activated only needs a reload', false],
])('a new version %s', async (_, waits) => {
  const serviceWorker = Object.assign(new EventTarget(), {
    getRegistration: async () => ({ waiting: waits ? { postMessage } : null }),
  });
  const postMessage = vi.fn();
  vi.stubGlobal('navigator', { serviceWorker });
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  await applyUpdate();
  expect(postMessage.mock.calls).toEqual(waits ? [[{ type: 'SKIP_WAITING' }]] : []);
  expect(reload).toHaveBeenCalledTimes(waits ? 0 : 1);
  if (!waits) return;
  serviceWorker.dispatchEvent(new Event('controllerchange'));
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a device with data of a newer version shows a message, and its button looks for that version', async () => {
  const calls: string[] = [];
  const worker = Object.assign(new EventTarget(), { state: 'installing' });
  const registration = {
    installing: worker,
    waiting: null as null | { postMessage: (message: { type: string }) => void },
    update: async () => void calls.push('update'),
  };
  const serviceWorker = Object.assign(new EventTarget(), { getRegistration: async () => registration });
  vi.stubGlobal('navigator', { serviceWorker });
  render(<NewerStoreDialog />);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  act(() => void reportNewerStore('sloy-mirror-maria'));
  const dialog = screen.getByRole('alertdialog', { name: 'Нужна е по-нова версия на Слой' });
  expect(dialog.textContent).toContain('Нищо не е загубено');
  await act(async () => screen.getByRole('button', { name: 'Обновете' }).click());
  expect(calls).toEqual(['update']);
  registration.waiting = { postMessage: ({ type }) => calls.push(type) };
  await act(async () => void worker.dispatchEvent(new Event('statechange')));
  expect(calls).toEqual(['update', 'SKIP_WAITING']);
});

const LessonVideo = () => {
  useOpenPlayer();
  return null;
};

test('the update prompt stays hidden in a lesson or a quiz, and while a downloaded lesson is open', () => {
  useUpdate.setState({ waiting: true });
  const asksAt = (address: string, lesson = false) => {
    const { unmount } = render(
      <MemoryRouter initialEntries={[address]}>
        <UpdatePrompt />
        {lesson && <LessonVideo />}
      </MemoryRouter>,
    );
    const asks = screen.queryByRole('complementary') !== null;
    unmount();
    return asks;
  };
  expect(['/dashboard', '/offline-dashboard', '/offline-videos'].map((address) => asksAt(address))).toEqual([
    true,
    true,
    true,
  ]);
  expect(['/video/v1/c1', '/video-free/v1', '/test/t1'].map((address) => asksAt(address))).toEqual([
    false,
    false,
    false,
  ]);
  expect(['/offline-dashboard', '/offline-videos'].map((address) => asksAt(address, true))).toEqual([false, false]);
  expect(asksAt('/offline-dashboard')).toBe(true);
  useUpdate.setState({ waiting: false });
});

function Beside() {
  useStorageEvictedNotice();
  return null;
}

test.each<[number, RegExp]>([
  [0, /^Всичко беше изпратено/],
  [1, /^1 запис не беше изпратен и е загубен\./],
  [3, /^3 записа не бяха изпратени и са загубени\./],
])('the notice about evicted data counts the unsent documents: %i', (pending, words) => {
  const toasts: string[] = [];
  toastsReady(({ description = '' }) => toasts.push(description));
  const idle = { phase: 'idle', rejected: 0, synced_at: 1, restored: true } as const;
  render(<Beside />);
  act(() => statusStore.set({ ...idle, pending }));
  // The engine has restarted and has not counted the unsent documents yet, so its `pending: 0` proves nothing.
  act(() => statusStore.reset());
  act(() => statusStore.set({ ...idle, phase: 'starting', pending: 0 }));
  expect(toasts).toEqual([]);
  act(() => useSession.setState({ lost: true }));
  expect(toasts).toEqual([expect.stringMatching(words)]);
  expect(localStorage.getItem(STORAGE_KEYS.waiting)).toBeNull();
});

test('„По-късно“ counts for one version and one day', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 23, 12) });
  useUpdate.setState({ waiting: true, version: 1 });
  render(
    <MemoryRouter initialEntries={['/dashboard']}>
      <UpdatePrompt />
    </MemoryRouter>,
  );
  const asks = () => screen.queryByRole('complementary') !== null;
  const later = () => act(() => screen.getByRole('button', { name: 'По-късно' }).click());
  later();
  expect(asks()).toBe(false);
  act(() => useUpdate.setState({ version: 2 }));
  expect(asks()).toBe(true);
  later();
  expect(asks()).toBe(false);
  vi.setSystemTime(new Date(2026, 10, 24, 8));
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(asks()).toBe(true);
  useUpdate.setState({ waiting: false });
  vi.useRealTimers();
});
