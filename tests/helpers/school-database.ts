import { afterAll, beforeAll } from 'vitest';
import { openDatabase, type TestDatabase } from './database';
import { buildSchool } from './school';

/** A database with the school of `school.ts` for one test file, and helpers that query it. */
export function schoolDatabase() {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openDatabase();
    await buildSchool(database);
  });
  afterAll(() => database.close());
  return {
    /** The database; available only while tests run. */
    get: () => database,
    run: (sql: string) => database.exec(sql),
    query: <T>(sql: string) => database.query<T>(sql),
    one: async <T>(sql: string) => (await database.query<T>(sql))[0],
    /** Deletes the automatic notifications whose source matches the pattern, and the record that they were sent, so that they are sent again. */
    forgetNotifications: (source: string) =>
      database.exec(`delete from public.notifications where source like '${source}';
        delete from sync.notified where source like '${source}'`),
  };
}

/** An id for rows that a test creates. */
export const uuid = (n: number) => `aaaa0000-0000-4000-8000-${String(n).padStart(12, '0')}`;
