import 'fake-indexeddb/auto';
import { UnsentCopy } from '@sync/engine/unsent-copy';
import { createMirror } from '@sync/mirror/mirror';
import { createOutbox, type Outbox } from '@sync/outbox/outbox';
import type { SyncStatus } from '@sync/protocol/types';
import { WIRE_VERSION } from '@sync/protocol/version';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepUnsent, unsentRequest } from '@/lib/unsent-docs';
import { HandClock } from '../helpers/manual-clock';

// The engine keeps the copy of unsent documents up to date. The service worker sends this copy while no page is open.

let outbox: Outbox;
let clock: HandClock;
let copy: UnsentCopy;
let made = 0;

const status = (phase: SyncStatus['phase'], pending: number): SyncStatus => ({
  ...{ phase, pending, rejected: 0, synced_at: 1, restored: true },
});
const stored = async () => {
  await copy.settled();
  const text = await unsentRequest();
  return text === null ? null : JSON.parse(text);
};
const idsOf = (request: { body: string }) => JSON.parse(request.body).p_docs.map(({ id }: { id: string }) => id);

beforeEach(async () => {
  made += 1;
  await keepUnsent(null);
  outbox = await createOutbox('me', createMirror(`copied-${made}`), { name: `copied-${made}`, multiInstance: false });
  clock = new HandClock();
  copy = new UnsentCopy({ account: 'me', config: { url: 'http://localhost', key: 'public' }, outbox, clock });
});
afterEach(() => outbox.close());

const write = (news: string) => outbox.write('view', `news/${news}`, () => ({ news_id: news }));

test('unsent documents are copied once after a burst of writes, as one request of the sync protocol', async () => {
  for (let count = 1; count <= 5; count += 1) {
    await write(`00000000-0000-4000-8000-00000000000${count}`);
    clock.pass(900);
    copy.follow(status('offline', count));
    expect(await stored()).toBeNull();
  }
  clock.pass(1_000);
  const request = await stored();
  expect(request).toMatchObject({ account: 'me', url: 'http://localhost', key: 'public' });
  expect(JSON.parse(request.body).p_version).toBe(WIRE_VERSION);
  expect(idsOf(request)).toEqual([1, 2, 3, 4, 5].map((n) => `view/news/00000000-0000-4000-8000-00000000000${n}`));
  expect(JSON.parse(request.body).p_docs[0]).not.toHaveProperty('state');
});

test('writes that are confirmed at once are not copied, and sent documents are removed from the copy', async () => {
  await write('00000000-0000-4000-8000-000000000001');
  copy.follow(status('syncing', 1));
  clock.pass(5_000);
  expect(await stored()).toBeNull();
  copy.follow(status('offline', 1));
  clock.pass(1_000);
  expect(idsOf(await stored())).toHaveLength(1);
  copy.follow(status('idle', 0));
  expect(await stored()).toBeNull();
});

test('a page that is hidden copies at once', async () => {
  await write('00000000-0000-4000-8000-000000000001');
  copy.follow(status('syncing', 1));
  copy.now();
  expect(idsOf(await stored())).toHaveLength(1);
});

test('a copy that is a whole batch is not repeated for later writes, which come after it', async () => {
  const ids = Array.from({ length: 101 }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`);
  for (const id of ids) await write(id);
  copy.follow(status('offline', 101));
  clock.pass(1_000);
  expect(idsOf(await stored())).toHaveLength(100);
  await keepUnsent(null);
  await write('00000000-0000-4000-8000-000000000999');
  copy.follow(status('offline', 102));
  clock.pass(1_000);
  expect(await stored()).toBeNull();
  // Another device or tab has sent some of the documents.
  copy.follow(status('offline', 90));
  clock.pass(1_000);
  expect(await stored()).not.toBeNull();
});
