import { createRxDatabase } from 'rxdb/plugins/core';
import { replicateRxCollection } from 'rxdb/plugins/replication';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { type BenchRow, fetchPage, offer } from '../shared/peer';

const schema = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 60 },
    course_id: { type: 'string', maxLength: 60 },
    title: { type: 'string' },
    description: { type: 'string' },
    duration_seconds: { type: 'number' },
    order_position: { type: 'number' },
    updated_at: { type: 'string' },
  },
  required: ['id', 'course_id'],
  indexes: ['course_id'],
} as const;

async function open() {
  const database = await createRxDatabase({ name: 'bench-rxdb', storage: getRxStorageDexie() });
  const { videos } = await database.addCollections({ videos: { schema } });
  return { database, videos };
}

offer({
  async firstSync(total) {
    const started = performance.now();
    const { database, videos } = await open();
    const replication = replicateRxCollection<BenchRow['body'], { seq: number }>({
      collection: videos as never,
      replicationIdentifier: 'bench',
      pull: {
        async handler(checkpoint, limit) {
          const page = await fetchPage(checkpoint?.seq ?? 0, total, limit);
          return {
            documents: page.rows.map((row) => ({ ...row.body, _deleted: false })),
            checkpoint: { seq: page.seq },
          };
        },
      },
    });
    await replication.awaitInitialReplication();
    const ms = performance.now() - started;
    await database.close();
    return ms;
  },
  async coldStart() {
    const started = performance.now();
    const { videos } = await open();
    const rows = await videos.find({ limit: 20 }).exec();
    return { ms: performance.now() - started, rows: rows.length };
  },
  async count() {
    const { database, videos } = await open();
    const count = await videos.count().exec();
    await database.close();
    return count;
  },
});
