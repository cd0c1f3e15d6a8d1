import 'fake-indexeddb/auto';
import '../helpers/silence-rxdb';
import { emptyAccount, forgetAccount, openMirror, openOutbox, writeJournal } from '@sync';
import { afterEach, expect, test } from 'vitest';
import { IVAN, MARIA, THINGS } from '../helpers/simulated-school';

// What stays on a device of an account that has signed out.

const VIDEO = THINGS[0] as string;

afterEach(async () => {
  await forgetAccount(MARIA);
  await forgetAccount(IVAN);
});

/** Databases of an account. Node has no BroadcastChannel between tabs, so RxDB emulates one in a separate database. */
const databases = async (account: string) =>
  (await indexedDB.databases()).flatMap(({ name }) =>
    name?.includes(account) && !name.includes('broadcast-channel') ? name : [],
  );
const like = (liked: boolean) => writeJournal('like', VIDEO, () => ({ video_id: VIDEO, liked }));
const fillMirror = (account: string) =>
  openMirror(account).courses.put({ id: VIDEO, title: 'Курс', _scope: 'public', _seq: 1, _hash: 1 } as never);

test('an account without unsent documents leaves no database [STORE-7]', async () => {
  await fillMirror(MARIA);
  await openOutbox(MARIA);
  expect((await databases(MARIA)).length).toBeGreaterThan(1);
  expect(await emptyAccount(MARIA)).toBe(0);
  expect(await databases(MARIA)).toEqual([]);
});

test('an account with unsent documents leaves its outbox alone, whose documents come back at the next sign-in [STORE-7, OUTBOX-15]', async () => {
  await fillMirror(MARIA);
  await like(true);
  expect(await emptyAccount(MARIA)).toBe(1);
  expect((await databases(MARIA)).filter((name) => name === `sloy-mirror-${MARIA}`)).toEqual([]);
  expect((await databases(MARIA)).length).toBeGreaterThan(0);
  expect((await openOutbox(MARIA)).docs()).toMatchObject([{ id: `like/${VIDEO}`, data: { liked: true } }]);
  expect(await openMirror(MARIA).courses.count()).toBe(0);
});

test('emptying a signed-out account does not touch the stores of the one that is signed in [STORE-7, SCOPE-6]', async () => {
  await fillMirror(MARIA);
  await fillMirror(IVAN);
  await like(true);
  expect(await emptyAccount(MARIA)).toBe(0);
  expect((await openOutbox(IVAN)).docs()).toHaveLength(1);
  expect(await openMirror(IVAN).courses.count()).toBe(1);
  expect(await databases(MARIA)).toEqual([]);
});

test('a removal that was interrupted ends at the next call [STORE-7]', async () => {
  // The outbox went first; the browser was killed before the mirror did.
  await fillMirror(MARIA);
  expect(await databases(MARIA)).toEqual([`sloy-mirror-${MARIA}`]);
  expect(await emptyAccount(MARIA)).toBe(0);
  expect(await databases(MARIA)).toEqual([]);
});
