/**
 * Writes the IndexedDB content of a device of this version to a file, for `tests/fixtures/versions/<version>/device.json`:
 *
 *   node --import tsx tests/helpers/export-device.ts <file>
 *
 * Run it in a checkout of the released version. The device has synced once and has one rejected comment; then, without a network,
 * the learner writes a note, watches a lesson, begins a quiz and pauses a download.
 */
import 'fake-indexeddb/auto';
import './silence-rxdb';
import { writeFileSync } from 'node:fs';
import { SyncLoop } from '@sync/engine/loop';
import { createJournal } from '@sync/journal/journal-store';
import { createMirror } from '@sync/mirror/mirror';
import type { PushAnswer, Transport } from '@sync/protocol/types';
import { mirrorName, STORAGE_KEYS } from '@/config/persisted-names';
import type { JournalDoc } from '@/domain/journal';
import { systemClock } from '@/lib/clock';
import { writeDurable } from '@/lib/durable-store';
import { downloadsOf } from '@/transfers/downloads/download-store';
import { ModelServer } from './model-server';
import { STORED_ACCOUNT } from './stored-device';

const idOf = (n: number) => `a0000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const [course, lesson] = [idOf(1), idOf(2)];
const journalScope = `journal:${STORED_ACCOUNT}`;

function schoolServer(): ModelServer {
  const server = new ModelServer();
  server.addAccount(STORED_ACCOUNT, 'premium');
  server.publish('public', 'courses', course, { title: 'Първи слой', plan_type: 'free' });
  server.publish('public', 'rows_of_tomorrow', idOf(3), {});
  server.publish('plan:basic', 'lessons', lesson, { course_id: course, title: 'Дюзата' });
  server.publish(`account:${STORED_ACCOUNT}`, 'notifications', idOf(4), {
    title: 'Добре дошли',
    created_at: '2026-11-20T10:00:00Z',
  });
  return server;
}

/** Rejects every comment and forwards all other calls to the server. */
function transportTo(server: ModelServer): Transport {
  const pushOne = async (doc: JournalDoc): Promise<PushAnswer[]> =>
    doc.kind === 'comment'
      ? [{ id: doc.id, status: 'rejected', code: 'forbidden', message: 'forbidden' }]
      : server.push(STORED_ACCOUNT, [doc]);
  return {
    pull: (cursors, limit) => server.pull(STORED_ACCOUNT, cursors, limit),
    push: async (docs) => (await Promise.all(docs.map(pushOne))).flat(),
    listen: () => () => undefined,
  };
}

async function until(reached: () => Promise<boolean>): Promise<void> {
  for (let round = 0; !(await reached()); round++) {
    if (round === 600) throw new Error('The device did not reach the state within 30 s');
    await new Promise((resume) => setTimeout(resume, 50));
  }
}

async function fillDevice(): Promise<void> {
  const server = schoolServer();
  const mirror = createMirror(mirrorName(STORED_ACCOUNT));
  const journal = await createJournal(STORED_ACCOUNT, { multiInstance: false });
  await journal.write('like', lesson, () => ({ video_id: lesson, liked: true }));
  await journal.write('day', '2026-11-20', () => ({}));
  await journal.write('comment', idOf(10), (_, at) => ({
    video_id: lesson,
    content: 'Отказан коментар',
    created_at: at,
    deleted: false,
  }));
  const loop = new SyncLoop({
    account: STORED_ACCOUNT,
    mirror,
    journal,
    transport: transportTo(server),
    clock: systemClock,
    network: { online: () => true, watch: () => () => undefined },
    pullLimit: 100,
    pulls: true,
    onStatus: () => undefined,
  });
  await loop.start();
  await until(async () => (await mirror.scopes.get(journalScope))?.seq === 2 && (await mirror.rejected.count()) === 1);
  await until(async () => (await journal.get('day', '2026-11-20'))?.pending === false);
  await loop.stop();

  await journal.write('note', idOf(11), (_, at) => ({
    video_id: lesson,
    versions: [{ at, text: 'дюза 0,4', position: 5000, deleted: false }],
  }));
  await journal.write('attempt', idOf(12), (_, at) => ({
    ...{ test_id: idOf(5), started_at: at, finished_at: null, time_spent: 4000 },
    answers: { [idOf(6)]: { options: ['a'], at } },
  }));
  await journal.write('progress', lesson, (_, at) => ({
    ...{ video_id: lesson, course_id: course, intervals: [[0, 30_000]], duration: 60_000, completed: false },
    ...{ first_watched: at, position: 30_000, position_at: at },
  }));
  await journal.close();
  mirror.close();

  const downloads = downloadsOf(STORED_ACCOUNT);
  await downloads.videos.put({
    ...{ id: lesson, courseId: course, courseTitle: 'Първи слой', title: 'Дюзата', description: '', duration: 60 },
    ...{ fileSize: 4_194_305, downloadedAt: null, videoUrl: 'lesson.mp4', thumbnail: null },
    ...{ localPath: `/media/offline/${lesson}?account=${STORED_ACCOUNT}`, status: 'paused', queuedAt: 1, received: 0 },
    ...{ etag: null, run: 'x', partFile: null, failure: null },
  });
  await downloads.state.put({ key: 'access', locked: false, until: null });
  downloads.close();
  const identity = { uid: STORED_ACCOUNT, email: 'maria@sloy.test', plan: 'premium' };
  await writeDurable(STORAGE_KEYS.identity, JSON.stringify(identity));
}

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function exportedStore(database: IDBDatabase, name: string) {
  const store = database.transaction(name).objectStore(name);
  const [keys, values] = await Promise.all([resultOf(store.getAllKeys()), resultOf(store.getAll())]);
  return {
    ...{ name, keyPath: store.keyPath, autoIncrement: store.autoIncrement },
    indexes: [...store.indexNames].map((index) => {
      const { keyPath, unique, multiEntry } = store.index(index);
      return { name: index, keyPath, unique, multiEntry };
    }),
    rows: values.map((value: unknown, row) => (store.keyPath === null ? { key: keys[row], value } : { value })),
  };
}

async function exportedDevice() {
  const databases = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await resultOf(indexedDB.open(name));
    const stores = await Promise.all([...database.objectStoreNames].map((store) => exportedStore(database, store)));
    databases.push({ name, version: database.version, stores });
    database.close();
  }
  return { databases };
}

const [file] = process.argv.slice(2);
if (!file) throw new Error('Name the file to write');
await fillDevice();
writeFileSync(file, `${JSON.stringify(await exportedDevice(), null, 2)}\n`);
process.exit(0);
