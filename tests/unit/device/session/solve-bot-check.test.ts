// @vitest-environment happy-dom

import { afterEach, expect, test, vi } from 'vitest';
import { solveBotCheck } from '@/device/session/solve-bot-check';

// A Supabase project has no route for challenges. tests/e2e solves the ones of the embedded backend.

afterEach(() => vi.unstubAllGlobals());

const answering = (answer: Response) => vi.stubGlobal('fetch', async () => answer);

test('a backend without the route has no bot check', async () => {
  answering(new Response('404 page not found', { status: 404 }));
  expect(await solveBotCheck(new AbortController().signal)).toBeNull();
});

test.each([429, 500, 503])('an answer with status %i is a failure', async (status) => {
  answering(new Response('', { status }));
  await expect(solveBotCheck(new AbortController().signal)).rejects.toThrow(`bot check: ${status}`);
});
