import { Dexie, type Table } from 'dexie';
import { type BenchRow, fetchPage, offer } from '../shared/peer';

class RawStore extends Dexie {
  declare videos: Table<BenchRow['body'] & { _seq: number }, string>;
  declare meta: Table<{ key: string; value: number }, string>;

  constructor() {
    super('bench-raw');
    this.version(1).stores({ videos: 'id, course_id', meta: 'key' });
  }
}

offer({
  async firstSync(total) {
    const started = performance.now();
    const db = new RawStore();
    for (let seq = 0, more = true; more; ) {
      const page = await fetchPage(seq, total);
      await db.transaction('rw', db.videos, db.meta, async () => {
        await db.videos.bulkPut(page.rows.map((row) => ({ ...row.body, _seq: row.seq })));
        await db.meta.put({ key: 'cursor', value: page.seq });
      });
      seq = page.seq;
      more = page.more;
    }
    const ms = performance.now() - started;
    db.close();
    return ms;
  },
  async coldStart() {
    const started = performance.now();
    const db = new RawStore();
    const rows = await db.videos.limit(20).toArray();
    return { ms: performance.now() - started, rows: rows.length };
  },
  count: () => new RawStore().videos.count(),
});
