import 'fake-indexeddb/auto';
import '../helpers/silence-rxdb';
import { existsSync, readdirSync } from 'node:fs';
import { SyncLoop } from '@sync/engine/loop';
import { createJournal } from '@sync/journal/journal-store';
import { autoReopen } from '@sync/mirror/auto-reopen';
import { createMirror } from '@sync/mirror/mirror';
import { mirrorStores } from '@sync/mirror/mirror-schema';
import type { SyncStatus, Transport } from '@sync/protocol/types';
import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { mirrorName } from '@/config/persisted-names';
import { ENGINE_STORES } from '@/config/persisted-stores';
import { systemClock } from '@/lib/clock';
import { readDurable } from '@/lib/durable-store';
import { DownloadsDb } from '@/transfers/downloads/download-store';
import { ModelServer } from '../helpers/model-server';
import { loadDevice, STORED_ACCOUNT } from '../helpers/stored-device';
import { until } from '../helpers/until';

// A device with unsent writes of an earlier app version starts with this version and loses nothing.

const folder = new URL('../fixtures/versions/', import.meta.url);
const versions = readdirSync(folder).filter((name) => existsSync(new URL(`${name}/device.json`, folder)));
const idOf = (n: number) => `a0000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

function transportTo(server: ModelServer): Transport {
  return {
    pull: (cursors, limit) => server.pull(STORED_ACCOUNT, cursors, limit),
    push: (docs) => server.push(STORED_ACCOUNT, docs),
    listen: () => () => undefined,
  };
}

test('there is a device of every released version', () => {
  expect(versions).toEqual(['c3be786']);
});

test.each(versions)(
  'a device of %s keeps its rows, sends its unsent writes and keeps its rejection',
  async (version) => {
    await loadDevice(version);
    const server = new ModelServer();
    server.addAccount(STORED_ACCOUNT, 'premium');
    server.publish('public', 'courses', idOf(1), { title: 'Първи слой', plan_type: 'free' });
    const mirror = createMirror(mirrorName(STORED_ACCOUNT));
    expect(await mirror.lessons.get(idOf(2))).toMatchObject({ title: 'Дюзата', course_id: idOf(1) });
    expect(await mirror.rejected.toArray()).toMatchObject([{ id: `comment/${idOf(10)}`, code: 'forbidden' }]);
    expect(await mirror.unknown.count()).toBe(1);

    const journal = await createJournal(STORED_ACCOUNT, { multiInstance: false });
    expect((await journal.get('note', idOf(11)))?.pending).toBe(true);
    // The server had confirmed these documents before the device went offline.
    for (const kept of [await journal.get('like', idOf(2)), await journal.get('day', '2026-11-20')])
      if (kept) await server.push(STORED_ACCOUNT, [kept]);
    let status: SyncStatus | undefined;
    const loop = new SyncLoop({
      account: STORED_ACCOUNT,
      mirror,
      journal,
      transport: transportTo(server),
      clock: systemClock,
      network: { online: () => true, watch: () => () => undefined },
      pullLimit: 100,
      pulls: true,
      onStatus: (next) => {
        status = next;
      },
    });
    await loop.start();
    await until(() => expect(status).toMatchObject({ phase: 'idle', pending: 0, rejected: 1 }));
    await until(() =>
      expect([...(server.journals.get(STORED_ACCOUNT)?.keys() ?? [])].sort()).toEqual([
        `attempt/${idOf(12)}`,
        'day/2026-11-20',
        `like/${idOf(2)}`,
        `note/${idOf(11)}`,
        `progress/${idOf(2)}`,
      ]),
    );
    expect(server.journals.get(STORED_ACCOUNT)?.get(`note/${idOf(11)}`)?.data).toMatchObject({
      versions: [{ text: 'дюза 0,4' }],
    });
    expect(await mirror.rejected.count()).toBe(1);
    await loop.stop();
    await journal.close();
    mirror.close();

    const downloads = new DownloadsDb(STORED_ACCOUNT);
    expect(await downloads.videos.get(idOf(2))).toMatchObject({ status: 'paused', title: 'Дюзата', received: 0 });
    expect(await downloads.state.get('access')).toEqual({ key: 'access', locked: false, until: null });
    downloads.close();
    expect(await readDurable('sloy.identity')).toContain(STORED_ACCOUNT);
  },
);

test('a tab of the earlier version keeps working after a newer one has added a store', async () => {
  const name = mirrorName('two-versions');
  const { event_links, ...stores } = mirrorStores;
  const earlier = autoReopen(new Dexie(name));
  earlier.version(1).stores({ ...stores, ...ENGINE_STORES });
  await earlier.table('courses').put({ id: idOf(1), title: 'Първи слой' });
  const newer = createMirror(name);
  await newer.event_links.put({ id: idOf(2), join_url: 'https://meet.example.com/a', _scope: 'account', _seq: 1 });
  await earlier.table('courses').put({ id: idOf(3), title: 'Втори слой' });
  expect(await newer.courses.count()).toBe(2);
  expect(await newer.event_links.count()).toBe(1);
  newer.close();
  earlier.close();
  await Dexie.delete(name);
});
