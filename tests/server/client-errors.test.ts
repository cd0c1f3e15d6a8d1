import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPayments, type PaymentsDeps } from './payments-harness';

// Errors of the app arrive without an account, and nothing personal is stored, whoever sends them.

let world: PaymentsDeps;
beforeAll(async () => {
  world = await openPayments({ limits: 'on' });
}, 120_000);
afterAll(() => world.close());

const report = {
  build: '1a2b3c4d5e6f',
  message: "TypeError: Cannot read properties of undefined (reading 'title')",
  route: '/video/:videoId/:courseId?',
  stack: 'open assets/lesson-1a2b.js:10:20\nassets/app-3c4d.js:1:2',
};
const send = (body: object, address = '10.1.0.1', headers: Record<string, string> = {}) =>
  world.ask('/client-errors', { body, headers: { 'x-forwarded-for': address, ...headers } });
const stored = () => world.database.query('select build, message, route, stack, reports from public.client_errors');

test('an error is stored, and counted when it comes again', async () => {
  expect((await send(report)).status).toBe(204);
  expect((await send(report)).status).toBe(204);
  expect(await stored()).toEqual([{ ...report, reports: 2 }]);
});

test.each([
  ['a route with an id', { route: '/course/0f8fad5b-d9cb-469f-a165-70867728950e' }],
  ['a route with a query', { route: '/course/:courseId?email=ani' }],
  ['a stack with words', { stack: 'Тайна' }],
  ['a stack with a query', { stack: 'open assets/app.js?email=ani@sloy.test:1:2' }],
  ['an account', { account: 'ani' }],
  ['a build that is no commit', { build: 'ani@sloy.test' }],
])('%s is rejected', async (_, change) => {
  expect(await send({ ...report, ...change })).toMatchObject({ status: 400, code: 'invalid_body' });
});

test('what may be personal is removed from a message, even if the sender is not our app', async () => {
  expect((await send({ ...report, message: 'Error: ani@sloy.test wrote "тайна"' })).status).toBe(204);
  expect((await stored()).map(({ message }) => message)).toContain('Error: … wrote …');
});

test('a page that is not the app cannot send one, and an address sends at most 60 in ten minutes', async () => {
  expect((await send(report, '10.1.0.2', { origin: 'https://evil.test' })).code).toBe('origin_not_allowed');
  const statuses: number[] = [];
  for (let n = 0; n < 61; n += 1) statuses.push((await send(report, '10.1.0.3')).status);
  expect([statuses.slice(0, 60).every((status) => status === 204), statuses[60]]).toEqual([true, 429]);
  expect((await send(report, '10.1.0.4')).status).toBe(204);
});
