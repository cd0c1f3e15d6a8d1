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
import { useOpenPlayer } from '@/device/do-not-disturb';
import { useSession } from '@/device/session/session-store';
import { STORAGE_KEYS } from '@/shared/names';
import { reportNewerStore } from '@/shared/newer-store';
import { toastsReady } from '@/ui/toast';

// An open page offers a new version outside lessons and quizzes, and reports when the browser has evicted the device's data.

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  statusStore.reset();
});

interface Waiting {
  postMessage(message: object): void;
}

/** Presses „Презаредете сега“ while `waiting` waits. */
function pressUpdate(waiting: Waiting | null) {
  const registration = { waiting };
  const serviceWorker = Object.assign(new EventTarget(), { getRegistration: async () => registration });
  vi.stubGlobal('navigator', { serviceWorker });
  vi.useFakeTimers();
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  return { registration, serviceWorker, reload, done: applyUpdate() };
}

test('a new version that waits is activated, and the page reloads when it controls the page', async () => {
  const postMessage = vi.fn();
  const { serviceWorker, reload, done } = pressUpdate({ postMessage });
  await vi.advanceTimersByTimeAsync(500);
  expect(postMessage.mock.calls).toEqual([[{ type: 'SKIP_WAITING' }]]);
  expect(reload).not.toHaveBeenCalled();
  serviceWorker.dispatchEvent(new Event('controllerchange'));
  await done;
  expect(reload).toHaveBeenCalledOnce();
});

test('a new version that another tab has activated only needs a reload', async () => {
  const { reload, done } = pressUpdate(null);
  await done;
  expect(reload).toHaveBeenCalledOnce();
});

test('a version that replaces the waiting one after the press is activated instead', async () => {
  const [earlier, newer] = [{ postMessage: vi.fn() }, { postMessage: vi.fn() }];
  const { registration, reload, done } = pressUpdate(earlier);
  await vi.advanceTimersByTimeAsync(500);
  registration.waiting = newer;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(newer.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' });
  registration.waiting = null;
  await vi.advanceTimersByTimeAsync(1_000);
  await done;
  expect(reload).toHaveBeenCalledOnce();
});

test('a press reloads the page even if the browser never activates the waiting version', async () => {
  const { reload, done } = pressUpdate({ postMessage: () => undefined });
  await vi.advanceTimersByTimeAsync(20_000);
  await done;
  expect(reload).toHaveBeenCalledOnce();
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
  vi.useFakeTimers({ toFake: ['setTimeout'] });
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
});
