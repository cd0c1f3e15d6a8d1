import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, runContract } from '../hosted/contract';
import { startTestServer, type TestServer } from './harness';

// The contract of `npm run test:hosted` must hold for the embedded backend, or it would compare a project with something else.

let server: TestServer;
let answers: Answer[];
beforeAll(async () => {
  server = await startTestServer({ supabaseDir: resolve(import.meta.dirname, '../../supabase') });
  answers = await runContract({ url: server.url, publishableKey: server.backend.publishableKey });
}, 240_000);
afterAll(() => server?.stop());

test('the embedded backend answers each request of the contract as expected', () => {
  expect(answers.length).toBeGreaterThan(40);
  expect(answers.filter(({ expected, got }) => expected !== got)).toEqual([]);
});
