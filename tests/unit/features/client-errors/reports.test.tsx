// @vitest-environment happy-dom

import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ErrorBoundary } from '@/app/error-boundary';
import { reportUnhandled, watchErrors } from '@/app/start/error-reports';

// The app reports the first error of a session, and the report never disturbs the page.

const SERVICE = 'https://payments.school.test';
vi.mock('@/device/service/requests', () => ({ serviceUrl: async () => SERVICE }));

const sent: Record<string, unknown>[] = [];
let isOnline = true;
/** A fresh module per test: a session reports once. */
beforeEach(() => {
  sent.length = 0;
  isOnline = true;
  sessionStorage.clear();
  vi.resetModules();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (!isOnline) throw new TypeError('Failed to fetch');
    sent.push({ url, ...JSON.parse(String(init.body)) });
    return new Response(null, { status: 204 });
  });
  history.replaceState(null, '', '/course/0f8fad5b-d9cb-469f-a165-70867728950e?from=ani@school.test');
  document.head.innerHTML = '<meta name="commit" content="1a2b3c4d5e6f">';
});
afterEach(() => vi.unstubAllGlobals());

function errorOf(message: string, stack = `    at open (https://school.test/assets/app-1a2b.js:10:20)`): Error {
  return Object.assign(new TypeError(message), { stack: `TypeError: ${message}\n${stack}` });
}
const settled = () => vi.waitFor(() => expect(sent).toHaveLength(1));

test('a report has the build, the pattern of the route, the fixed words and the places in our code', async () => {
  reportUnhandled(errorOf('Cannot read "Тайна"'));
  await settled();
  expect(sent).toEqual([
    {
      url: `${SERVICE}/client-errors`,
      build: '1a2b3c4d5e6f',
      message: 'TypeError: Cannot read …',
      route: '/course/:courseId',
      stack: 'open assets/app-1a2b.js:10:20',
    },
  ]);
});

test('a session sends one report, also after a reload', async () => {
  const first = await import('@/features/client-errors/requests');
  await first.sendReport(errorOf('one'));
  await first.sendReport(errorOf('two'));
  vi.resetModules();
  const reloaded = await import('@/features/client-errors/requests');
  await reloaded.sendReport(errorOf('three'));
  expect(sent.map(({ message }) => message)).toEqual(['TypeError: one']);
});

test.each([
  ['of the network', errorOf('Failed to fetch')],
  ['of a chunk that a newer version replaced', errorOf('error loading dynamically imported module: x')],
  ['of a cancelled request', Object.assign(errorOf('x'), { name: 'AbortError' })],
  ['of a browser extension', errorOf('x', '    at inject (chrome-extension://abc/content.js:5:6)')],
])('an error %s is not reported, and does not use up the report of the session', async (_, error) => {
  const { sendReport } = await import('@/features/client-errors/requests');
  await sendReport(error);
  await sendReport(errorOf('the real one'));
  expect(sent.map(({ message }) => message)).toEqual(['TypeError: the real one']);
});

test('without a network the report is sent when the network returns, and stored nowhere', async () => {
  const { sendReport } = await import('@/features/client-errors/requests');
  isOnline = false;
  await sendReport(errorOf('offline'));
  expect(sent).toEqual([]);
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('offline');
  isOnline = true;
  dispatchEvent(new Event('online'));
  await settled();
});

test('unhandled errors and rejections of the window are reported', async () => {
  watchErrors();
  dispatchEvent(new ErrorEvent('error', { error: errorOf('thrown') }));
  await settled();
  expect(sent[0]?.message).toBe('TypeError: thrown');
  vi.resetModules();
  sessionStorage.clear();
  sent.length = 0;
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: errorOf('rejected') }));
  await settled();
  expect(sent[0]?.message).toBe('TypeError: rejected');
});

test('a screen that crashes shows its page and reports the error', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Broken = () => {
    throw errorOf('crashed');
  };
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
  await settled();
  expect(sent[0]?.message).toBe('TypeError: crashed');
  vi.restoreAllMocks();
});
