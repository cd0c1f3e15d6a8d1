// @vitest-environment happy-dom

import { act, cleanup, render } from '@testing-library/react';
import { createMemoryRouter, type DataRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { App, firstScreen } from '@/app/app';

afterEach(cleanup);

const pause = (ms = 0) => new Promise((later) => setTimeout(later, ms));

/** The router, whose first reader still gets an earlier state. */
function withEarlierState(router: DataRouter, earlier: DataRouter['state']): DataRouter {
  let reads = 0;
  return Object.create(router, { state: { get: () => (reads++ === 0 ? earlier : router.state) } }) as DataRouter;
}

test('a router that becomes ready while the app renders for the first time shows its screen', async () => {
  let answer = () => {};
  const loader = () => new Promise<null>((done) => (answer = () => done(null)));
  const router = createMemoryRouter([{ path: '/', loader, element: 'екранът', hydrateFallbackElement: 'чака' }]);
  await firstScreen(router, AbortSignal.timeout(20));
  const waiting = router.state;
  answer();
  await pause();
  expect([waiting.initialized, router.state.initialized]).toEqual([false, true]);
  const { container } = render(<App router={withEarlierState(router, waiting)} />);
  await act(() => pause(20));
  expect(container.textContent).toContain('екранът');
  router.dispose();
});
