// The database cleans the texts of every caller, by the same rule as the browser.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanText } from '@/shared/clean-text';
import { as, openDatabase, type Row, type TestDatabase } from '../helpers/database';
import { seedOfRun } from '../helpers/journal-arbitraries';
import { doc, idOf } from '../helpers/push-deps';
import { admin, buildSchool, courses, free, pro, videos } from '../helpers/school';

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
  await buildSchool(database);
});
afterAll(() => database.close());

const DIRTY = '\u200bСла\u0438\u0306сер\u200e и печа\u0301т 👩\u200d🔧';
const CLEAN = 'Слайсер и печа\u0301т 👩\u200d🔧';

test('the database and the browser clean alike', async () => {
  const unit = fc.constantFrom(
    ...'aи\u0306e\u0301\u0000\u0001\u0009\u00ad\u200b\u200c\u200d\u200e\u2066\ufeff👩🔧क्م\ufe0f\u3164',
  );
  const random = fc.sample(fc.string({ unit, maxLength: 12 }), { seed: seedOfRun('clean-text'), numRuns: 400 });
  const texts = [...random, DIRTY].map((text) => text.replaceAll('\0', ''));
  const rows = await database.query<{ clean: string; same: boolean }>(
    `select sync.clean_text(t) as clean, sync.is_clean(t) as same from unnest($1::text[]) with ordinality u (t, n) order by n`,
    [texts],
  );
  expect(rows.map(({ clean }) => clean)).toEqual(texts.map(cleanText));
  expect(rows.map(({ same }) => same)).toEqual(texts.map((text) => cleanText(text) === text));
});

test('a direct write is stored clean: columns, JSON and control characters', async () => {
  await as(database, admin, (own) =>
    own.query(`update public.courses set title = $1, description = $2, row_version = row_version where id = $3`, [
      DIRTY,
      'бяг\u0008ство',
      courses.basic,
    ]),
  );
  expect(await database.query('select title, description from public.courses where id = $1', [courses.basic])).toEqual([
    { title: CLEAN, description: 'бягство' },
  ]);
});

test('a name or a title is one line, whoever writes it; other texts keep their lines', async () => {
  const fields = { full_name: { value: 'Иван\r\nПетров\u2028Втори', at: 5 }, bio: { value: 'Ред\nРед', at: 5 } };
  await as(database, free, (own) =>
    own.query('select public.sync_push($1::json)', [JSON.stringify([doc('profile', 'me', { fields })])]),
  );
  expect(await database.query('select full_name, bio from public.profiles where id = $1', [free.uid])).toEqual([
    { full_name: 'Иван Петров Втори', bio: 'Ред\nРед' },
  ]);
  await as(database, admin, (own) =>
    own.query('update public.courses set title = $1, description = $2, row_version = row_version where id = $3', [
      'Курс\tедно\n\u0085две',
      'Ред\nРед',
      courses.premium,
    ]),
  );
  expect(
    await database.query('select title, description from public.courses where id = $1', [courses.premium]),
  ).toEqual([{ title: 'Курс едно две', description: 'Ред\nРед' }]);
});

test('a document of a device is stored clean, the device gets the clean one, and a repetition changes nothing', async () => {
  const note = doc('note', idOf(7), {
    video_id: videos.basic,
    versions: [{ at: 5, text: DIRTY, position: 0, deleted: false }],
  });
  const comment = doc('comment', idOf(8), { video_id: videos.basic, content: DIRTY, created_at: 5, deleted: false });
  const push = async () => {
    const [row] = await as(database, pro, (own) =>
      own.query<Row>('select public.sync_push($1::json) as answers', [JSON.stringify([note, comment])]),
    );
    return row?.answers;
  };
  const answers = [
    { status: 'merged', rev: 1, doc: { data: { versions: [{ text: CLEAN }] } } },
    { status: 'merged', rev: 1, doc: { data: { content: CLEAN } } },
  ];
  expect(await push()).toMatchObject(answers);
  expect(await push()).toMatchObject(answers.map((answer) => ({ ...answer, status: 'same' })));
  expect(await database.query('select content from public.video_comments where id = $1', [idOf(8)])).toEqual([
    { content: CLEAN },
  ]);
});

test('a comment of invisible characters is rejected as an empty one', async () => {
  const blank = doc('comment', idOf(9), {
    video_id: videos.basic,
    content: '\u200b\u200e',
    created_at: 5,
    deleted: false,
  });
  const [row] = await as(database, pro, (own) =>
    own.query<Row>('select public.sync_push($1::json) as answers', [JSON.stringify([blank])]),
  );
  expect(row?.answers).toMatchObject([{ status: 'rejected', code: 'bad_document' }]);
});

test('a list finds what an administrator pastes with an invisible character', async () => {
  const [row] = await as(database, admin, (own) =>
    own.query<{ answer: { rows: Row[] } }>('select public.admin_users($1) as answer', [`\u200b${free.email}\u200e `]),
  );
  expect(row?.answer.rows).toMatchObject([{ email: free.email }]);
});

test('every table with texts that people write cleans them', async () => {
  const rows = await database.query<{ name: string }>(`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and a.atttypid in ('text'::regtype, 'jsonb'::regtype))
      and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'a_clean')
    order by 1`);
  // These texts come from the server, a payment provider, the browser itself or a cleaned table.
  expect(rows.map(({ name }) => name)).toEqual(
    `achievements admin_audit background_jobs certificate_keys client_errors consents event_registrations issued_certificates payments push_devices slug_history test_results test_versions user_achievements user_certificates user_push_tokens`.split(
      ' ',
    ),
  );
});
