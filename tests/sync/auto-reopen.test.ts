import 'fake-indexeddb/auto';
import { createMirror } from '@sync/mirror/mirror';
import { Dexie } from 'dexie';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.restoreAllMocks());

const full = () =>
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('Internal error opening backing store', 'UnknownError');
  });

test('stores that a full disk closed open again at their next use; one that was closed on purpose does not [STORE-2]', async () => {
  const [mirror, left] = [createMirror('autoReopen'), createMirror('autoReopen-left')];
  await mirror.meta.put({ key: 'a', value: 1 });
  mirror.close({ disableAutoOpen: false }); // simulates the browser closing the database
  const disk = full();
  await expect(mirror.meta.get('a')).rejects.toThrow();
  await expect(left.open()).rejects.toThrow();
  left.close();
  const tries = disk.mock.calls.length;
  await expect(mirror.meta.get('a')).rejects.toThrow(Dexie.DatabaseClosedError);
  expect(disk.mock.calls.length).toBe(tries);
  disk.mockRestore();
  await vi.waitFor(async () => expect(await mirror.meta.get('a')).toEqual({ key: 'a', value: 1 }), { timeout: 5_000 });
  await expect(left.meta.get('a')).rejects.toThrow(Dexie.DatabaseClosedError);
  await mirror.delete();
});
