import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { expect, test, vi } from 'vitest';
import { abortTransactionsOnLeave } from '@/device/suspended-page';

// WebKit keeps the transactions of a page in the back/forward cache open. `npm run test:engines webkit` tests the same in a real WebKit.

const page = new EventTarget();
const report = (type: 'pagehide' | 'pageshow', persisted: boolean) =>
  page.dispatchEvent(Object.assign(new Event(type), { persisted }));

vi.stubGlobal('navigator', { vendor: 'Apple Computer, Inc.' });
vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
abortTransactionsOnLeave();

async function openRows() {
  const database = new Dexie('suspended', { indexedDB, IDBKeyRange });
  database.version(1).stores({ rows: 'id' });
  await database.open();
  return database;
}

test('a page that is suspended aborts its transactions, and writes again when it returns [STORE-6]', async () => {
  const database = await openRows();
  const rows = database.table('rows');
  await rows.put({ id: 'before' });
  const leaving = database.transaction('rw', rows, async () => {
    await rows.put({ id: 'leaving' });
    report('pagehide', true);
    await rows.put({ id: 'late' });
  });
  await expect(leaving).rejects.toThrow();
  expect(() => database.backendDB().transaction('rows')).toThrow('suspended');
  report('pageshow', true);
  await rows.put({ id: 'after' });
  expect(await rows.toCollection().primaryKeys()).toEqual(['after', 'before']);
  database.close();
});

test('a page that is closed for good keeps its running writes [STORE-6]', async () => {
  const database = await openRows();
  const rows = database.table('rows');
  await database.transaction('rw', rows, async () => {
    await rows.put({ id: 'closing' });
    report('pagehide', false);
  });
  expect(await rows.get('closing')).toEqual({ id: 'closing' });
  database.close();
});
