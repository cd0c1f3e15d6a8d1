import PouchDB from 'pouchdb-browser';
import { fetchPage, offer } from '../shared/peer';

offer({
  async firstSync(total) {
    const started = performance.now();
    const db = new PouchDB('bench-pouch');
    for (let seq = 0, more = true; more; ) {
      const page = await fetchPage(seq, total);
      await db.bulkDocs(page.rows.map((row) => ({ ...row.body, _id: row.id })));
      seq = page.seq;
      more = page.more;
    }
    const ms = performance.now() - started;
    await db.close();
    return ms;
  },
  async coldStart() {
    const started = performance.now();
    const rows = await new PouchDB('bench-pouch').allDocs({ limit: 20, include_docs: true });
    return { ms: performance.now() - started, rows: rows.rows.length };
  },
  count: async () => (await new PouchDB('bench-pouch').info()).doc_count,
});
