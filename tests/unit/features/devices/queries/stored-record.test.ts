// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { closeMirror, openMirror } from '@sync';
import { closeOutbox, openOutbox, removeOutbox } from '@sync/outbox/open-outbox';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '@/device/session/session-store';
import { compareStored, recordStored } from '@/features/devices/queries/stored-record';

// The record finds a store that the browser evicted, although sync has filled the store again before the comparison.

const account = 'evicted-learner';

/** Fills the mirror like a pull: one course and the server's copy of one note. */
async function fill(): Promise<void> {
  const mirror = openMirror(account);
  await mirror.courses.put({ id: 'c1', _scope: 'public' } as never);
  await mirror.note.put({ id: 'note/1' } as never);
}

const learn = async () => {
  await fill();
  await recordStored(account);
};

beforeEach(() =>
  useSession.setState({ identity: { uid: account, email: 'evicted@sloy.test', isAdmin: false } as never }),
);
afterEach(async () => {
  await closeOutbox();
  await removeOutbox(account);
  await openMirror(account).delete();
  closeMirror();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const nothing = { journal: 0, unsent: 0, mirror: 0, videos: 0, models: 0 };

test('nothing is evicted: the next start reports nothing', async () => {
  await learn();
  expect(await compareStored(account, 2)).toEqual(nothing);
});

test('an evicted mirror is reported although the pull has filled it again', async () => {
  await learn();
  await openMirror(account).delete();
  closeMirror();
  await fill();
  expect(await compareStored(account, 0)).toEqual({ ...nothing, journal: 1, mirror: 1 });
  expect(await compareStored(account, 0)).toEqual(nothing);
});

test('an evicted outbox is reported with the writes that were not sent', async () => {
  await learn();
  await closeOutbox();
  await removeOutbox(account);
  await openOutbox(account);
  expect(await compareStored(account, 2)).toEqual({ ...nothing, unsent: 2 });
  expect(await compareStored(account, 2)).toEqual(nothing);
});

test('a record of an earlier version, which has no ids, reports only empty stores', async () => {
  await learn();
  const record = JSON.parse(localStorage.getItem('sloy.stored') ?? '{}');
  localStorage.setItem('sloy.stored', JSON.stringify({ ...record, ids: undefined }));
  expect(await compareStored(account, 0)).toEqual(nothing);
});

test('an account that leaves the device while its data is counted leaves no record behind', async () => {
  await fill();
  const counts = [recordStored(account), compareStored(account, 0)];
  useSession.setState({ identity: null });
  await Promise.all(counts);
  expect(localStorage.getItem('sloy.stored')).toBeNull();
});
