/** The metadata of an account has only known members of bounded size; the solved bot check of a sign-up reaches the hook and is stored nowhere. */
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

test('whatever an account writes, its metadata stays below 2 kB', async () => {
  const usual = {
    full_name: 'Я'.repeat(120),
    consents: { terms: '2026-11-01', privacy: '2026-11-01' },
    ...{ sub: crypto.randomUUID(), email: 'ivan@sloy.test', email_verified: true, phone_verified: false },
  };
  const [user] = await db.query<{ id: string; stored: unknown }>(
    `insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), 'ivan@sloy.test', $1)
       returning id, raw_user_meta_data as stored`,
    [JSON.stringify(usual)],
  );
  expect(user?.stored).toEqual(usual);
  const large = 'а'.repeat(60_000);
  const odd = [
    Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`k${at}`, large])),
    Object.fromEntries(Object.keys(usual).map((name) => [name, large])),
    Object.fromEntries(Object.keys(usual).map((name) => [name, { a: [large] }])),
  ];
  for (const metadata of odd) {
    const [row] = await db.query(
      'update auth.users set raw_user_meta_data = $2 where id = $1 returning raw_user_meta_data as stored',
      [user?.id, JSON.stringify(metadata)],
    );
    expect(row?.stored).toEqual({});
  }
  const longest = Object.fromEntries(Object.keys(usual).map((name) => [name, 'x']));
  const sizes = { full_name: 598, consents: 798, email: 338, sub: 58, email_verified: 58, phone_verified: 58 };
  for (const [name, size] of Object.entries(sizes)) longest[name] = 'x'.repeat(size);
  const [row] = await db.query<{ bytes: number }>(
    'update auth.users set raw_user_meta_data = $2 where id = $1 returning octet_length(raw_user_meta_data::text) as bytes',
    [user?.id, JSON.stringify(longest)],
  );
  expect(row?.bytes).toBeGreaterThan(1_900);
  expect(row?.bytes).toBeLessThanOrEqual(2_048);
});
