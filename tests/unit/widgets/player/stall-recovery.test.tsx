// @vitest-environment happy-dom

import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useStallRecovery } from '@/widgets/player/hooks/use-stall-recovery';

// happy-dom does not define this constant.
Object.defineProperty(HTMLMediaElement, 'HAVE_FUTURE_DATA', { value: 3 });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** A playing video at 5 s that waits; the given values override its state. Returns what the hook does with the video. */
function waitFor10s(state: { bufferedUntil?: number; paused?: boolean; seeking?: boolean; readyState?: number }) {
  const { bufferedUntil = 40, paused = false, seeking = false, readyState = 2 } = state;
  const video = document.createElement('video');
  const buffered = { length: 1, start: () => 0, end: () => bufferedUntil };
  const values = { buffered, paused, seeking, readyState, ended: false, currentTime: 5 };
  for (const [name, value] of Object.entries(values)) Object.defineProperty(video, name, { value });
  const actions: string[] = [];
  video.pause = () => void actions.push('pause');
  video.play = async () => void actions.push('play');
  const { unmount } = renderHook(() => useStallRecovery(video));
  video.dispatchEvent(new Event('waiting'));
  vi.advanceTimersByTime(1_900);
  expect(actions).toEqual([]);
  vi.advanceTimersByTime(8_100);
  unmount();
  return actions;
}

test('a video that waits with buffered data is paused and played again, once per wait', () => {
  expect(waitFor10s({})).toEqual(['pause', 'play']);
});

test.each([
  ['has no more buffered data', { bufferedUntil: 5.4 }],
  ['is paused by the learner', { paused: true }],
  ['seeks', { seeking: true }],
  ['plays again', { readyState: 4 }],
])('a video that %s is left alone', (_, state) => {
  expect(waitFor10s(state)).toEqual([]);
});
