// @vitest-environment happy-dom

import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usePressedPath } from '@/app/overlays/use-pressed-path';
import { useSession } from '@/device/session/session-store';
import { OPEN_PATH, PAGE_ANSWERS } from '@/shared/names';

const worker = new EventTarget();

beforeEach(() => vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: worker })));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Page() {
  usePressedPath();
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

test.each([
  ['free', '/course/c1', '/dashboard_free?section=courses&course=c1'],
  ['free', '/news/a', '/news/a'],
  ['pro', '/course/c1', '/course/c1'],
] as const)('a %s account that presses a push message to %s opens %s', (plan, path, opened) => {
  const identity = {
    ...{ uid: '11111111-2222-4333-8444-555555555555', email: 'ivan@sloy.test', full_name: 'Иван', is_admin: false },
    ...{ plan, plan_checked_at: Date.now() },
  };
  useSession.setState({ identity, left: false });
  render(
    <MemoryRouter initialEntries={['/notifications']}>
      <Page />
    </MemoryRouter>,
  );
  const { port1, port2 } = new MessageChannel();
  const answered = vi.spyOn(port2, 'postMessage');
  act(() => {
    worker.dispatchEvent(
      Object.assign(new Event('message'), { data: { type: OPEN_PATH, path, message: {} }, ports: [port2] }),
    );
  });
  expect(screen.getByRole('status').textContent).toBe(opened);
  expect(answered).toHaveBeenCalledExactlyOnceWith(PAGE_ANSWERS.opened);
  port1.close();
});
