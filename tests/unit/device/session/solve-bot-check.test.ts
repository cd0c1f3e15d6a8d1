// @vitest-environment happy-dom

import { afterEach, expect, test, vi } from 'vitest';
import { solveBotCheck } from '@/device/session/solve-bot-check';

// A Supabase project has no route for challenges; the service beside it may have one (tests/server/bot-check-hook.test.ts). tests/e2e solves challenges.

afterEach(() => vi.unstubAllGlobals());

const answering = (answer: Response) => vi.stubGlobal('fetch', async () => answer);

const asked: string[] = [];
/** A project without the route, whose site and service give the same answer. */
const besideProject = (service: () => Response) =>
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return url.endsWith('/auth/v1/altcha') ? new Response('404 page not found', { status: 404 }) : service();
  });

test.each([
  ['a service without it', () => new Response('{}', { status: 404 })],
  [
    'a static host, which answers with its page,',
    () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
  ],
  [
    'no service at all',
    () => {
      throw new TypeError('Failed to fetch');
    },
  ],
])('a project and %s have no bot check', async (_, service) => {
  besideProject(service);
  expect(await solveBotCheck(new AbortController().signal)).toBeNull();
});

test('the service gives the challenge that a project lacks', async () => {
  besideProject(() => Response.json({}));
  // The empty challenge cannot be solved.
  await expect(solveBotCheck(new AbortController().signal)).rejects.toThrow();
  expect(asked.at(-1)).toMatch(/\/bot-check$/);
});

test.each([429, 500, 503])('an answer with status %i is a failure', async (status) => {
  answering(new Response('', { status }));
  await expect(solveBotCheck(new AbortController().signal)).rejects.toThrow(`bot check: ${status}`);
});
