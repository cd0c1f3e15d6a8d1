import { Dexie } from 'dexie';
import { noteText, VIDEO } from '../shared/writes';

// What one would write by hand: the document and a line of an outbox in one durable transaction.

Object.assign(window, {
  peer: {
    async write(name: string, count: number) {
      const db = new Dexie(`bench-outbox-${name}`, { chromeTransactionDurability: 'strict' });
      db.version(1).stores({ docs: 'id, kind', outbox: '++n' });
      const [docs, outbox] = [db.table('docs'), db.table('outbox')];
      await db.open();
      const started = performance.now();
      for (let n = 0; n < count; n++) {
        const at = Date.now();
        const id = `note/${crypto.randomUUID()}`;
        const data = { video_id: VIDEO, versions: [{ at, text: noteText(n), position: n * 10, deleted: false }] };
        await db.transaction('rw', docs, outbox, async () => {
          await docs.put({ id, kind: 'note', at, active_on: '2026-11-20', rev: 0, data });
          await outbox.add({ id });
        });
      }
      const ms = performance.now() - started;
      await db.delete();
      return ms;
    },
  },
});
