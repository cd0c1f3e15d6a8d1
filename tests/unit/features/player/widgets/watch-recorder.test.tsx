// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { closeMirror, openMirror, openOutbox } from '@sync';
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useWatchRecorder } from '@/features/player/widgets/use-watch-recorder';
import { localDate } from '@/shared/local-date';
import { shownDocOf } from '../../../../helpers/shown';

const ACCOUNT = '33333333-2222-4333-8444-000000000001';
const VIDEO = 'd0000000-0000-4000-8000-000000000001';

afterEach(() => {
  cleanup();
  closeMirror();
  vi.restoreAllMocks();
});

test('intervals watched while the disk was full are stored with the next ones, and so is their day', async () => {
  openMirror(ACCOUNT);
  await openOutbox(ACCOUNT);
  const video = document.createElement('video');
  Object.defineProperty(video, 'duration', { value: 60 });
  Object.defineProperty(video, 'currentTime', { value: 0, writable: true });
  renderHook(() => useWatchRecorder(video, ACCOUNT, VIDEO, null));
  const emit = (type: string, position: number) => {
    video.currentTime = position;
    video.dispatchEvent(new Event(type));
  };
  const failed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const disk = (['put', 'add'] as const).map((method) =>
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError');
    }),
  );
  emit('play', 0);
  emit('pause', 0.05);
  await vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(1));
  for (const spy of disk) spy.mockRestore();
  emit('play', 30);
  emit('pause', 30.05);
  const both = [
    [0, 50],
    [30_000, 30_050],
  ];
  await vi.waitFor(async () => expect((await shownDocOf(ACCOUNT, 'progress', VIDEO))?.data.intervals).toEqual(both));
  await vi.waitFor(async () => expect(await shownDocOf(ACCOUNT, 'day', localDate(Date.now()))).toBeDefined());
});
