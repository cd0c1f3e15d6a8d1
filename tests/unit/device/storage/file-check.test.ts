// @vitest-environment happy-dom

import { afterEach, expect, test, vi } from 'vitest';
import { hasAnsweredFor } from '@/device/storage/requests';
import { captivePortal } from '@/shared/captive-portal';

// A file counts as broken only after the server that stores it has answered a request for it.

afterEach(() => vi.unstubAllGlobals());

const url = `${location.origin}/storage/v1/object/sign/videos/lesson.mp4?token=t`;
const answer = (status: number, type: string) => async () =>
  new Response('x', { status, headers: { 'Content-Type': type } });

test.each([
  ['the bytes', answer(206, 'video/mp4'), true],
  ['a missing file', answer(404, 'application/json'), true],
  ['an expired signature', answer(400, 'application/json'), true],
  ['a busy server', answer(503, 'application/json'), false],
  ['too many requests', answer(429, 'application/json'), false],
  ['the page of a captive portal', answer(200, 'text/html; charset=utf-8'), false],
  ['a network that asks to sign in', answer(511, 'text/html'), false],
  ['nobody', async () => Promise.reject(new TypeError('Failed to fetch')), false],
])('%s', async (_, fetched, expected) => {
  vi.stubGlobal('fetch', fetched);
  expect(await hasAnsweredFor(url)).toBe(expected);
});

test('a foreign server without CORS counts as available after any answer', async () => {
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    if (init.mode !== 'no-cors') throw new TypeError('Failed to fetch');
    return new Response(null);
  });
  expect(await hasAnsweredFor('https://cdn.test/lesson.mp4')).toBe(true);
  expect(await hasAnsweredFor(url)).toBe(false);
});

test('the page of a captive portal is remembered until the server answers again', async () => {
  vi.stubGlobal('fetch', answer(200, 'text/html'));
  await hasAnsweredFor(url);
  expect(captivePortal.getState()).toBe(true);
  vi.stubGlobal('fetch', answer(206, 'video/mp4'));
  await hasAnsweredFor(url);
  expect(captivePortal.getState()).toBe(false);
});
