// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ServiceError } from '@/device/service/requests';

// The app asks the service for the public key of push messages, also where a static host serves the page. The network is replaced.

const KEY = 'B'.repeat(87);
const asked: string[] = [];
let answers: Record<string, () => Response>;

beforeEach(() => {
  vi.resetModules();
  asked.length = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const answer = answers[url];
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const fetchKey = async () => (await import('@/device/service/requests')).fetchPushKey();
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

test('a page of a static host asks the service that its build names', async () => {
  vi.stubEnv('VITE_PAYMENTS_URL', 'https://pay.test');
  answers = { 'https://pay.test/push-key': () => json({ push_key: KEY }) };
  expect(await fetchKey()).toBe(KEY);
  expect(asked).toEqual(['https://pay.test/push-key']);
});

test('a page of the server asks the service that the server names', async () => {
  answers = {
    '/config.json': () => json({ payments: 'http://pay.test:4000' }),
    'http://pay.test:4000/push-key': () => json({ push_key: KEY }),
  };
  expect(await fetchKey()).toBe(KEY);
});

test('a service without keys sends no push messages', async () => {
  answers = {
    '/config.json': () => json({ payments: 'http://pay.test:4000' }),
    'http://pay.test:4000/push-key': () => json({ error: { code: 'not_found', message: 'Not found' } }, 404),
  };
  expect(await fetchKey().catch((error: ServiceError) => error.code)).toBe('not_found');
});
