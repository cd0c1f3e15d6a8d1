// @vitest-environment happy-dom

import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useSource } from '@/features/player/widgets/hooks/use-source';
import { play, seekTo } from '@/features/player/widgets/player-actions';

// happy-dom lacks this constant.
Object.defineProperty(HTMLMediaElement, 'HAVE_METADATA', { value: 1 });

afterEach(cleanup);

/** A video element that is still waiting for its metadata, and a function that delivers them. */
function waitingVideo(length: number) {
  const video = document.createElement('video');
  const state = { duration: Number.NaN, readyState: 0, currentTime: 0 };
  for (const name of ['duration', 'readyState', 'currentTime'] as const)
    Object.defineProperty(video, name, {
      get: () => state[name],
      set: (value: number) => {
        state[name] = value;
      },
    });
  const deliver = () => {
    Object.assign(state, { duration: length, readyState: HTMLMediaElement.HAVE_METADATA });
    video.dispatchEvent(new Event('loadedmetadata'));
  };
  return { video, deliver };
}

test('a seek before the metadata arrives wins over the saved position', () => {
  const { video, deliver } = waitingVideo(40);
  renderHook(() => useSource(video, 'https://example.com/lesson.mp4', 5));
  seekTo(video, 20);
  deliver();
  expect(video.currentTime).toBe(20);
});

test('without a seek, the video resumes at the saved position; a seek never goes past the end', () => {
  const { video, deliver } = waitingVideo(40);
  renderHook(() => useSource(video, 'https://example.com/lesson.mp4', 5));
  deliver();
  expect(video.currentTime).toBe(5);
  seekTo(video, 90);
  expect(video.currentTime).toBe(40);
});

test('a video that plays before the page is ready resumes once, and its own recorded position does not move it', () => {
  const { video, deliver } = waitingVideo(40);
  Object.defineProperty(video, 'paused', { get: () => false });
  const { rerender } = renderHook(({ at }) => useSource(video, 'https://example.com/lesson.mp4', at), {
    initialProps: { at: 5 },
  });
  deliver();
  expect(video.currentTime).toBe(5);
  video.currentTime = 5.2;
  rerender({ at: 5.1 });
  expect(video.currentTime).toBe(5.2);
});

test('a position that arrives while the video plays does not move it', () => {
  const { video, deliver } = waitingVideo(40);
  Object.defineProperty(video, 'paused', { get: () => false });
  const { rerender } = renderHook(({ at }) => useSource(video, 'https://example.com/lesson.mp4', at), {
    initialProps: { at: undefined as number | undefined },
  });
  deliver();
  video.currentTime = 0.3;
  video.dispatchEvent(new Event('timeupdate'));
  rerender({ at: 0.2 });
  expect(video.currentTime).toBe(0.3);
});

test('the wish to play survives a source that is replaced before it has loaded, and a pause ends it', () => {
  const { video, deliver } = waitingVideo(40);
  const started = vi.fn();
  // A source that is replaced rejects the promise of `play()`, as in Firefox.
  video.play = () => {
    started();
    return Promise.reject(new DOMException('The fetching process was aborted', 'AbortError'));
  };
  const { rerender } = renderHook(({ source }) => useSource(video, source, undefined), {
    initialProps: { source: 'https://example.com/signed-1.mp4' },
  });
  play(video);
  rerender({ source: 'https://example.com/signed-2.mp4' });
  rerender({ source: '/media/offline/lesson?account=a' });
  expect(started).toHaveBeenCalledTimes(1);
  deliver();
  expect(started).toHaveBeenCalledTimes(2);
  video.dispatchEvent(new Event('pause'));
  rerender({ source: 'https://example.com/signed-3.mp4' });
  deliver();
  expect(started).toHaveBeenCalledTimes(2);
});
