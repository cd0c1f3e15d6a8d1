// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import '../../../helpers/silence-rxdb';
import { forgetAccount, openMirror, writeJournal } from '@sync';
import { afterEach, expect, it } from 'vitest';
import { setIdentity, useSession } from '@/device/session/session-store';
import { discardUnsent, emptySignedOut } from '@/features/devices/mutations';
import { storedRecord, writeRecord } from '@/features/downloads/mutations/record';
import { writeDurable } from '@/shared/durable-store';
import { STORAGE_KEYS } from '@/shared/names';

// Which accounts' data is removed from a device, and what the records say about it.

const MARIA = '11111111-1111-4111-8111-111111111111';
const VIDEO = '22222222-2222-4222-8222-222222222222';
const maria = {
  uid: MARIA,
  email: 'm@sloy.test',
  full_name: 'Мария',
  plan: null,
  plan_checked_at: null,
  is_admin: false,
};
const mirrors = async () => (await indexedDB.databases()).filter(({ name }) => name === `sloy-mirror-${MARIA}`).length;
const fill = () => openMirror(MARIA).meta.put({ key: 'x', value: 1 });

afterEach(async () => {
  await setIdentity(null);
  await forgetAccount(MARIA);
  localStorage.clear();
});

it('a signed-in account keeps everything, also one that signed in in another tab or that only the durable store knows', async () => {
  await fill();
  await setIdentity(maria);
  await emptySignedOut();
  expect(await mirrors()).toBe(1);
  useSession.setState({ identity: null });
  await emptySignedOut();
  expect(await mirrors()).toBe(1);
  localStorage.removeItem(STORAGE_KEYS.identity);
  await emptySignedOut();
  expect(await mirrors()).toBe(1);
  await writeDurable(STORAGE_KEYS.identity, null);
  await emptySignedOut();
  expect(await mirrors()).toBe(0);
});

it('the removal counts as no eviction: the record keeps the downloads only', async () => {
  await fill();
  writeRecord({
    ...{ account: MARIA, journal: 3, mirror: 9, videos: [VIDEO], models: ['m'] },
    ids: { outbox: 'o', mirror: 'm' },
  });
  localStorage.setItem(STORAGE_KEYS.waiting, '1');
  await emptySignedOut();
  expect(storedRecord()).toEqual({ account: MARIA, journal: 0, mirror: 0, videos: [VIDEO], models: [] });
  expect(localStorage.getItem(STORAGE_KEYS.waiting)).toBeNull();
});

it('unsent writes stay, with their number, until the person deletes them', async () => {
  await fill();
  await writeJournal('like', VIDEO, () => ({ video_id: VIDEO, liked: true }));
  localStorage.setItem(STORAGE_KEYS.waiting, '1');
  await emptySignedOut();
  expect([await mirrors(), localStorage.getItem(STORAGE_KEYS.waiting)]).toEqual([0, '1']);
  await discardUnsent(MARIA);
  const left = (await indexedDB.databases()).filter(({ name }) => name?.includes(`sloy-outbox-${MARIA}`));
  expect(left.filter(({ name }) => !name?.includes('broadcast-channel'))).toEqual([]);
  expect(localStorage.getItem(STORAGE_KEYS.waiting)).toBeNull();
});
