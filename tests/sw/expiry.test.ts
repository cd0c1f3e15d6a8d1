/** Runtime caches delete the oldest entries first and do not use a response after its maximum age. */
import { afterEach, expect, it, vi } from 'vitest';

// Load the worker's code at run time and declare its types here, because the tests' TypeScript project does not load the worker's types.
const { dropOldest, isFresh } = await vi.importActual<{
  dropOldest: (cacheName: string, maxEntries: number) => Promise<void>;
  isFresh: (answer: Response, maxAgeDays: number, now: number) => boolean;
}>('../../sw/expiry');

afterEach(() => vi.unstubAllGlobals());

/** A Cache that keeps insertion order: storing an entry again moves it to the end. */
function stubCaches(): Map<string, Response> {
  const entries = new Map<string, Response>();
  const cache = { keys: async () => [...entries.keys()], delete: async (key: string) => entries.delete(key) };
  vi.stubGlobal('caches', { open: async () => cache });
  return entries;
}

it('keeps the most recently stored entries', async () => {
  const entries = stubCaches();
  for (let at = 0; at < 9; at += 1) entries.set(`/${at}`, new Response());
  await dropOldest('images', 6);
  expect([...entries.keys()]).toEqual(['/3', '/4', '/5', '/6', '/7', '/8']);
  await dropOldest('images', 6);
  expect(entries.size).toBe(6);
});

it.each([
  ['Mon, 02 Nov 2026 00:00:00 GMT', true],
  ['Sat, 31 Oct 2026 00:00:00 GMT', false],
  ['not a date', true],
])('of %s is fresh: %s', (date, fresh) => {
  const answer = new Response('', { headers: { Date: date } });
  expect(isFresh(answer, 60, Date.UTC(2026, 11, 31))).toBe(fresh);
  expect(isFresh(new Response(), 60, Date.UTC(2026, 11, 31))).toBe(true);
});
