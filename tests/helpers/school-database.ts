import { afterAll, beforeAll } from 'vitest';
import { openDatabase, type TestDatabase } from './database';
import { buildSchool } from './school';

/** A database with the school of `school.ts` for the tests of one file, and what they ask it with. */
export function schoolDatabase() {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openDatabase();
    await buildSchool(database);
  });
  afterAll(() => database.close());
  return {
    /** Once the tests run. */
    get: () => database,
    run: (sql: string) => database.exec(sql),
    query: <T>(sql: string) => database.query<T>(sql),
    one: async <T>(sql: string) => (await database.query<T>(sql))[0],
  };
}

/** An id of the tests' own. */
export const uuid = (n: number) => `aaaa0000-0000-4000-8000-${String(n).padStart(12, '0')}`;
