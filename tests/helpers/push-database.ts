/** A test database for sync_push and send_forms: PGlite with the real migrations and the small school of `push-deps.ts`. */

import type { PushAnswer } from '@sync/protocol/types';
import type { JournalDoc } from '@/shared/journal';
import { actAs, openDatabase } from './database';
import { buildWorld, type World } from './push-deps';

export interface TestWorld extends World {
  /** `sync_push`, without the revisions in its answers; `pushed` returns them too. */
  push(uid: string | null, docs: unknown): Promise<PushAnswer[]>;
  pushed(uid: string | null, docs: unknown): Promise<PushAnswer[]>;
  journal(uid: string): Promise<JournalDoc[]>;
  /** All rows that a push may change. */
  state(): Promise<unknown>;
  /** Rolls back the previous test and starts a transaction for the next one. */
  begin(): Promise<void>;
  rollback(): Promise<void>;
  close(): Promise<void>;
}

const TABLES = [
  'event_registrations',
  'events',
  'notifications',
  'profiles',
  'store_launch_notifications',
  'demo_requests',
  'contact_requests',
  'test_results',
  'user_cart',
  'video_comments',
  'video_likes',
];

export async function openWorld(): Promise<TestWorld> {
  const { db, ...session } = await openDatabase();
  let open = false;
  const sql = <T>(text: string, values: unknown[] = []): Promise<T[]> => session.query<T>(text, values);
  await buildWorld({ sql });

  async function pushed(uid: string | null, docs: unknown): Promise<PushAnswer[]> {
    await db.exec(open ? 'savepoint push' : 'begin');
    try {
      await actAs(session, { role: uid ? 'authenticated' : 'anon', uid });
      const argument = typeof docs === 'string' ? docs : JSON.stringify(docs);
      const [row] = await sql<{ answers: PushAnswer[] }>(
        `select public.${uid ? 'sync_push' : 'send_forms'}($1::json) as answers`,
        [argument],
      );
      await db.exec(open ? 'reset role; release savepoint push' : 'commit');
      return row?.answers ?? [];
    } catch (error) {
      await db.exec(open ? 'rollback to savepoint push' : 'rollback');
      throw error;
    }
  }

  return {
    sql,
    pushed,
    push: async (uid, docs) => (await pushed(uid, docs)).map(({ rev: _, ...answer }) => answer),
    journal: (uid) =>
      sql('select id, kind, at, active_on, rev, data from sync.journal where user_id = $1 order by id', [uid]),
    state: async () => [
      await sql('select user_id, id, at, active_on, rev, data from sync.journal order by user_id, id'),
      await sql('select scope, seq from sync.scope order by scope'),
      ...(await Promise.all(TABLES.map((table) => sql(`select * from public.${table} t order by t::text`)))),
    ],
    begin: async () => {
      if (open) await db.exec('rollback');
      await db.exec('begin');
      open = true;
    },
    rollback: async () => {
      await db.exec('rollback');
      open = false;
    },
    close: () => db.close(),
  };
}
