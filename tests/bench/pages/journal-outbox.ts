import { createClient } from '@supabase/supabase-js';
import { Dexie } from 'dexie';
import { type BenchAccount, backend } from '../shared/session';
import { noteText, VIDEO } from '../shared/writes';

// A hand-written outbox: stores a document and an outbox row in one durable transaction, and removes the row once the server has the document.

const BATCH = 100;
const CALLS = 4;

function open(name: string) {
  const db = new Dexie(`bench-outbox-${name}`, { chromeTransactionDurability: 'strict' });
  db.version(1).stores({ docs: 'id, kind', outbox: '++n' });
  return { db, docs: db.table('docs'), outbox: db.table('outbox') };
}

function note(n: number) {
  const at = Date.now();
  const data = { video_id: VIDEO, versions: [{ at, text: noteText(n), position: n * 10, deleted: false }] };
  return { id: `note/${crypto.randomUUID()}`, kind: 'note', at, active_on: '2026-11-20', rev: 0, data };
}

Object.assign(window, {
  peer: {
    async write(name: string, count: number) {
      const { db, docs, outbox } = open(name);
      await db.open();
      const started = performance.now();
      for (let n = 0; n < count; n++) {
        const doc = note(n);
        await db.transaction('rw', docs, outbox, async () => {
          await docs.put(doc);
          await outbox.add({ id: doc.id });
        });
      }
      const ms = performance.now() - started;
      await db.delete();
      return ms;
    },
    /** Measures the time from the first read of the outbox until it is empty. */
    async push({ uid, email, password }: BenchAccount, count: number) {
      const { url, key } = backend();
      const client = createClient(url, key);
      const { error } = await client.auth.signInWithPassword({ email, password });
      if (error) throw error;
      const { db, docs, outbox } = open(uid);
      const written = Array.from({ length: count }, (_, n) => note(n));
      await docs.bulkAdd(written);
      await outbox.bulkAdd(written.map(({ id }) => ({ id })));
      const started = performance.now();
      const lines = await outbox.toArray();
      let rejected = 0;
      const line = async () => {
        for (let batch = lines.splice(0, BATCH); batch.length > 0; batch = lines.splice(0, BATCH)) {
          const answer = await client.rpc('sync_push', { p_docs: await docs.bulkGet(batch.map(({ id }) => id)) });
          if (answer.error) throw answer.error;
          rejected += (answer.data as { status: string }[]).filter(({ status }) => status !== 'applied').length;
          await outbox.bulkDelete(batch.map(({ n }) => n));
        }
      };
      await Promise.all(Array.from({ length: CALLS }, line));
      const ms = performance.now() - started;
      await db.delete();
      return { ms, rejected };
    },
  },
});
