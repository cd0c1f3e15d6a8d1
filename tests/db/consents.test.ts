import { afterAll, beforeAll, expect, test } from 'vitest';
import { PURCHASE_CONSENTS, REGISTRATION_CONSENTS } from '@/shared/product';
import { as, openDatabase, type Row, type TestDatabase } from '../helpers/database';
import { buildSchool, pro } from '../helpers/school';

// Only the server's functions store consents, with version, time and occasion; devices can export them together with the profile.

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
  await buildSchool(database);
});
afterAll(() => database.close());

const uid = '70000000-0000-4000-8000-000000000070';
const stored = (user: string) =>
  database.query<Row>(
    'select document, version, occasion from public.consents where user_id = $1 order by occasion, document',
    [user],
  );
const register = (id: string, metadata: object) =>
  database.query('insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)', [
    id,
    `${id}@school.test`,
    JSON.stringify(metadata),
  ]);
const give = (occasion: string, versions: object) =>
  as(database, pro, ({ query }) => query('select public.give_consents($1, $2)', [occasion, JSON.stringify(versions)]));

test('a registration stores the consents to age, terms and privacy, and ignores all other metadata', async () => {
  await register(uid, { consents: { ...REGISTRATION_CONSENTS, marketing: '2025-06-16', refund: 'latest' } });
  expect(await stored(uid)).toEqual(
    (['age', 'privacy', 'terms'] as const).map((document) => ({
      document,
      version: REGISTRATION_CONSENTS[document],
      occasion: 'registration',
    })),
  );
  const [row] = await database.query<{ body: { consents: { document: string; given_at: string }[] } }>(
    `select body from sync.feed where scope = $1 and kind = 'profiles'`,
    [`account:${uid}`],
  );
  expect(row?.body.consents.map(({ document }) => document).sort()).toEqual(['age', 'privacy', 'terms']);
  expect(Date.parse(row?.body.consents[0]?.given_at ?? '')).toBeGreaterThan(Date.now() - 60_000);
});

test('an account without consents in its metadata is also created', async () => {
  for (const [place, consents] of [undefined, null, 'yes', [1]].entries())
    await register(uid.replace(/..$/, String(80 + place)), { consents });
  expect(await stored(uid.replace(/..$/, '82'))).toEqual([]);
});

test('a purchase and an upgrade each store all three consents or none', async () => {
  await give('purchase', PURCHASE_CONSENTS);
  await give('upgrade', PURCHASE_CONSENTS);
  expect((await stored(pro.uid)).map(({ occasion, document }) => `${occasion} ${document}`)).toEqual([
    ...['purchase privacy', 'purchase refund', 'purchase terms', 'registration terms'],
    ...['upgrade privacy', 'upgrade refund', 'upgrade terms'],
  ]);
  const { refund: _, ...two } = PURCHASE_CONSENTS;
  await expect(give('purchase', two)).rejects.toThrow('bad_argument');
  await expect(give('purchase', { ...PURCHASE_CONSENTS, refund: 'x' })).rejects.toThrow('bad_argument');
  await expect(give('registration', PURCHASE_CONSENTS)).rejects.toThrow('bad_argument');
  expect(await stored(pro.uid)).toHaveLength(7);
});

test('a version that was never published is no consent, and a repeated one is stored once', async () => {
  await expect(give('purchase', { ...PURCHASE_CONSENTS, refund: '2020-01-01' })).rejects.toThrow('bad_argument');
  for (let i = 0; i < 3; i += 1) await give('purchase', PURCHASE_CONSENTS);
  expect(await stored(pro.uid)).toHaveLength(7);
});

test('a consent never changes, and is deleted with its account', async () => {
  await expect(
    database.query(`update public.consents set version = '2020-01-01' where user_id = '${pro.uid}'`),
  ).rejects.toThrow('append-only');
  await database.query('delete from auth.users where id = $1', [uid]);
  expect(await stored(uid)).toEqual([]);
});
