import 'fake-indexeddb/auto';
import { createMirror } from '@sync/mirror/mirror';
import { Dexie, type Table } from 'dexie';
import { expect, test } from 'vitest';
import { downloadsOf, reopenStore } from '@/device/transfers/downloads/download-store';
import { unfinishedUploads } from '@/device/transfers/stored-uploads';
import { openUploads } from '@/device/transfers/uploads/upload-store';
import { downloadsName, uploadsName } from '@/shared/names';

// "Leave this device" deletes the databases in one tab. Another tab that does not know this yet must not create them again.

test.each<[string, string, () => Table]>([
  ['mirror', 'left', () => createMirror('left').meta],
  ['downloads', downloadsName('ivan'), () => downloadsOf('ivan').videos],
  ['uploads', uploadsName('ivan'), () => openUploads('ivan').uploads],
])(
  'a %s database that another tab has deleted stays closed and is not created again [STORE-3]',
  async (_, name, open) => {
    const rows = open();
    expect(await rows.count()).toBe(0);
    await Dexie.delete(name);
    await expect(rows.count()).rejects.toThrow(Dexie.DatabaseClosedError);
    expect(await Dexie.exists(name)).toBe(false);
  },
);

test('the downloads of an account that signs in again can be used again [STORE-3]', async () => {
  expect(await downloadsOf('maria').videos.count()).toBe(0);
  reopenStore('maria'); // the database is open, so this changes nothing
  const before = downloadsOf('maria');
  await Dexie.delete(downloadsName('maria'));
  expect(downloadsOf('maria')).toBe(before);
  reopenStore('maria');
  expect(await downloadsOf('maria').videos.count()).toBe(0);
});

test('counting the unfinished uploads creates no database [STORE-3]', async () => {
  expect(await unfinishedUploads('petar')).toBe(0);
  expect(await Dexie.exists(uploadsName('petar'))).toBe(false);
  const queue = openUploads('petar');
  await queue.table('uploads').put({ id: 'a', state: 'paused' });
  expect(await unfinishedUploads('petar')).toBe(1);
  queue.close();
});
