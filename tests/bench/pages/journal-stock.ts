import { createClient } from '@supabase/supabase-js';
import { createRxDatabase, type RxJsonSchema } from 'rxdb/plugins/core';
import { replicateSupabase } from 'rxdb/plugins/replication-supabase';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { type BenchAccount, backend } from '../shared/session';
import { noteText, VIDEO } from '../shared/writes';

// RxDB with its own Supabase plugin, set up as in the plugin's manual, against a table on the same server.

interface Note {
  id: string;
  kind: string;
  at: number;
  active_on: string;
  data: object;
}

const schema: RxJsonSchema<Note> = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 200 },
    kind: { type: 'string' },
    at: { type: 'number' },
    active_on: { type: 'string' },
    data: { type: 'object' },
  },
  required: ['id', 'kind', 'at', 'active_on', 'data'],
};

Object.assign(window, {
  peer: {
    async push({ uid, email, password }: BenchAccount, count: number) {
      const { url, key } = backend();
      const client = createClient(url, key);
      const { error } = await client.auth.signInWithPassword({ email, password });
      if (error) throw error;
      const database = await createRxDatabase({
        name: `bench-stock-${uid}`,
        storage: getRxStorageDexie({ chromeTransactionDurability: 'strict' }),
        multiInstance: false,
      });
      const { notes } = await database.addCollections({ notes: { schema } });
      await notes.bulkInsert(
        Array.from({ length: count }, (_, n) => {
          const at = Date.now();
          const data = { video_id: VIDEO, versions: [{ at, text: noteText(n), position: n * 10, deleted: false }] };
          return { id: `note/${crypto.randomUUID()}`, kind: 'note', at, active_on: '2026-11-20', data };
        }),
      );
      const started = performance.now();
      const replication = replicateSupabase<Note>({
        tableName: 'bench_notes',
        client,
        collection: notes as never,
        replicationIdentifier: `bench-${uid}`,
        live: true,
        waitForLeadership: false,
        push: { batchSize: 100 },
      });
      let sent = 0;
      const errors: string[] = [];
      replication.error$.subscribe((failure) => errors.push(String(failure)));
      const ms = await new Promise<number>((resolve) => {
        replication.sent$.subscribe(() => {
          sent += 1;
          if (sent === count) resolve(performance.now() - started);
        });
      });
      await database.remove();
      return { ms, errors };
    },
  },
});
