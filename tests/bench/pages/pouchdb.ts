import PouchDB from 'pouchdb-browser';
import { offer } from '../shared/peer';

// PouchDB with its own replication from a CouchDB-compatible server. The batch size is ten times the default, so that all stores use 1,000 rows.

offer({
  async firstSync(total) {
    const started = performance.now();
    const db = new PouchDB('bench-pouch');
    await db.replicate.from(`${location.origin}/couch/${total}`, { batch_size: 1_000 });
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
