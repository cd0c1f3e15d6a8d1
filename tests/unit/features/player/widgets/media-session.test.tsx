// @vitest-environment happy-dom

import { cleanup, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { useMediaSession } from '@/features/player/widgets/hooks/use-media-session';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The browser's side of the lock screen: the registered handlers and the last reported position. */
function lockScreen() {
  const handlers = new Map<string, ((details: { seekTime?: number }) => void) | null>();
  let position: MediaPositionState | undefined;
  const session = {
    metadata: null as unknown,
    setActionHandler: (action: string, handler: () => void) => handlers.set(action, handler),
    setPositionState: (state?: MediaPositionState) => {
      position = state;
    },
  };
  vi.stubGlobal('MediaMetadata', class {});
  Object.defineProperty(navigator, 'mediaSession', { value: session, configurable: true });
  return { press: (action: string, details = {}) => handlers.get(action)?.(details), handlers, at: () => position };
}

test('the lock screen seeks, opens the lessons beside this one and shows the position', async () => {
  const screen = lockScreen();
  const video = document.createElement('video');
  Object.defineProperty(video, 'duration', { value: 100 });
  const next = { title: 'Трети', href: '/video/three' };
  const previous = { title: 'Първи', href: '/video/one' };
  function Lesson() {
    useMediaSession(video, { title: 'Втори', courseTitle: 'Курс', previous, next });
    return null;
  }
  const router = createMemoryRouter([{ path: '*', element: <Lesson /> }], { initialEntries: ['/video/two'] });
  render(<RouterProvider router={router} />);
  screen.press('seekto', { seekTime: 40 });
  expect(video.currentTime).toBe(40);
  video.dispatchEvent(new Event('seeked'));
  expect(screen.at()).toEqual({ duration: 100, position: 40, playbackRate: 1 });
  screen.press('nexttrack');
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/video/three'));
  screen.press('previoustrack');
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/video/one'));
  cleanup();
  expect(screen.at()).toBeUndefined();
  expect([...screen.handlers.values()].every((handler) => handler === null)).toBe(true);
});

test('without a lesson on one side, the lock screen has no button for it', () => {
  const screen = lockScreen();
  function Lesson() {
    useMediaSession(document.createElement('video'), { title: 'Първи', courseTitle: 'Курс' });
    return null;
  }
  const router = createMemoryRouter([{ path: '*', element: <Lesson /> }]);
  render(<RouterProvider router={router} />);
  expect(screen.handlers.get('nexttrack')).toBeNull();
  expect(screen.handlers.get('previoustrack')).toBeNull();
});
