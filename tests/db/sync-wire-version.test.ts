import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOWEST_WIRE_VERSION, WIRE_VERSION } from '@/shared/product';
import { as, openDatabase, type TestDatabase } from '../helpers/database';
import { buildSchool, free } from '../helpers/school';

// The server accepts the versions in src/shared/product.ts; to any other version it answers which side is too old.

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
  await buildSchool(database);
});
afterAll(() => database.close());

const pull = (version: string) =>
  as(database, free, ({ query }) =>
    query(`select public.sync_pull('[{"scope":"public","seq":0}]'::jsonb, 5${version}) as answer`),
  );
const push = (version: string) =>
  as(database, free, ({ query }) => query(`select public.sync_push('[]'::json${version}) as answer`));

test.each(['', ', null', `, ${LOWEST_WIRE_VERSION}`, `, ${WIRE_VERSION}`])(
  'serves version%s [VERSION-1]',
  async (version) => {
    expect(await pull(version)).toMatchObject([{ answer: [{ scope: 'public', epoch: expect.any(Number) }] }]);
    expect(await push(version)).toEqual([{ answer: [] }]);
  },
);

test.each([
  [LOWEST_WIRE_VERSION - 1, 'client_too_old'],
  [WIRE_VERSION + 1, 'server_too_old'],
])('answers version %i with %s [VERSION-1]', async (version, message) => {
  await expect(pull(`, ${version}`)).rejects.toMatchObject({ code: 'PT503', message });
  await expect(push(`, ${version}`)).rejects.toMatchObject({ code: 'PT503', message });
});
