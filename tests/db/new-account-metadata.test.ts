/** The solved bot check of a sign-up reaches the project's hook in the metadata, and is stored nowhere. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type TestDatabase } from '../helpers/database';

let db: TestDatabase;
beforeAll(async () => {
  db = await openDatabase();
});
afterAll(() => db.close());

test('the used bot check is in neither row of a new account', async () => {
  const metadata = JSON.stringify({ full_name: 'Мария', bot_check: 'solved' });
  const [user] = await db.query<{ id: string; stored: unknown }>(
    `insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), 'maria@sloy.test', $1)
       returning id, raw_user_meta_data as stored`,
    [metadata],
  );
  expect(user?.stored).toEqual({ full_name: 'Мария' });
  // The auth service writes the metadata of the new identity over those of the account.
  const [again] = await db.query(
    'update auth.users set raw_user_meta_data = $2 where id = $1 returning raw_user_meta_data as stored',
    [user?.id, metadata],
  );
  expect(again?.stored).toEqual({ full_name: 'Мария' });
  const [identity] = await db.query(
    `insert into auth.identities (id, provider, provider_id, user_id, identity_data)
       values (gen_random_uuid(), 'email', 'maria', $1, $2) returning identity_data as stored`,
    [user?.id, metadata],
  );
  expect(identity?.stored).toEqual({ full_name: 'Мария' });
});
