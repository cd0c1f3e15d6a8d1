import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { STORAGE_KEYS } from '@/shared/names';
import { durableSession } from '../../sync/transport/supabase-client';

// Of several tabs with an expired token, one refreshes it and the others wait until the new session is stored.

const KEY = STORAGE_KEYS.authSession;
const sessionUntil = (seconds: number) => JSON.stringify({ expires_at: Math.floor(Date.now() / 1000) + seconds });

/** The lock as another tab sees it: `navigator.locks` is missing in Node. */
let holder: Promise<unknown> | undefined;
beforeEach(() => {
  holder = undefined;
  vi.stubGlobal('navigator', {
    locks: {
      request(_name: string, _options: LockOptions, work: () => Promise<unknown>) {
        const before = holder;
        holder = Promise.resolve(before).then(work);
        return holder;
      },
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

/** True if the promise settles within half a second. */
const endsSoon = (work: Promise<unknown> | undefined) =>
  Promise.race([Promise.resolve(work).then(() => true), new Promise((done) => setTimeout(done, 500, false))]);
/** True if another tab could take the lock now. */
const isFree = () => endsSoon(holder);

test('a tab keeps its turn until the new session is stored, also when supabase-js removes another key first [REQUEST-5]', async () => {
  await durableSession.setItem(KEY, sessionUntil(-60));
  await durableSession.getItem(KEY);
  expect(await isFree()).toBe(false);
  await durableSession.removeItem(`${KEY}-code-verifier`);
  expect(await isFree()).toBe(false);
  const renewed = sessionUntil(3_600);
  await durableSession.setItem(KEY, renewed);
  expect(await isFree()).toBe(true);
  expect(await durableSession.getItem(KEY)).toBe(renewed);
});

test('a sign-out ends the turn [REQUEST-5]', async () => {
  await durableSession.setItem(KEY, sessionUntil(-60));
  await durableSession.getItem(KEY);
  expect(await isFree()).toBe(false);
  await durableSession.removeItem(KEY);
  expect(await isFree()).toBe(true);
});

test('with a clock that makes every token look expired, simultaneous reads share one turn [REQUEST-5]', async () => {
  await durableSession.setItem(KEY, sessionUntil(-3_600));
  expect(await endsSoon(Promise.all([durableSession.getItem(KEY), durableSession.getItem(KEY)]))).toBe(true);
  expect(await isFree()).toBe(false);
  await durableSession.setItem(KEY, sessionUntil(-60));
  expect(await isFree()).toBe(true);
});
