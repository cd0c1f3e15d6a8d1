import { expect, test } from 'vitest';
import { isOwnAnswer } from '../../sw/own-answer';

// A captive portal's page must never enter the cache.

const of = (type: string, body: string, status = 200) =>
  new Response(body, { status, headers: { 'Content-Type': type } });
const portal = '<!doctype html><title>Wi-Fi</title>';
const shell = '<!doctype html><div id="root"></div>';

test.each([
  ['/assets/app-1.js', of('text/javascript', 'export {}'), true],
  ['/assets/app-1.js', of('text/html; charset=utf-8', portal), false],
  ['/assets/app-1.css', of('text/html', portal), false],
  ['/manifest.webmanifest', of('text/html', portal), false],
  ['/index.html', of('text/html; charset=utf-8', shell), true],
  ['/index.html', of('text/html', portal), false],
  ['/index.html', of('application/json', '{}'), false],
  ['/assets/app-1.js', of('text/javascript', 'x', 404), false],
])('%s', async (path, answer, expected) => {
  expect(await isOwnAnswer(`https://sloy.test${path}`, answer)).toBe(expected);
});

test('the answer can still be read after the check', async () => {
  const answer = of('text/html', shell);
  await isOwnAnswer('https://sloy.test/index.html', answer);
  expect(await answer.text()).toBe(shell);
});
