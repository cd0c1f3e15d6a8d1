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
    ...'aи\u0306e\u0301\u0000\u0001\u0009\u00ad\u200b\u200c\u200d\u200e\u2066\ufeff👩🔧क्م\ufe0f\ufe0f\u3164',
    ...'1#©❤\u20e3\u180b\u2800\ufe00\ufffc\u{e0041}\u{e0100}\u{1d173}\u{1bca3}',
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

test('names lose what nobody sees; emoji stay', async () => {
  const hidden = [
    '\u2800',
    '\ufe00',
    '\u{e0041}\u{e0042}',
    '\ufff9',
    '\u180b',
    '\u{e0100}',
    '\u{1d173}',
    '\u{1bca0}',
    '\ufffc',
  ];
  const named = async (value: string, at: number) => {
    await database.exec('delete from sync.quotas');
    const fields = { full_name: { value, at } };
    await as(database, free, (own) =>
      own.query('select public.sync_push($1::json)', [JSON.stringify([doc('profile', 'me', { fields })])]),
    );
    const [row] = await database.query<Row>('select full_name from public.profiles where id = $1', [free.uid]);
    return row?.full_name;
  };
  for (const [n, sign] of hidden.entries()) {
    expect(await named(`Ив${sign}ан ❤\ufe0f`, 100 + 2 * n), escape(sign)).toBe('Иван ❤\ufe0f');
    expect(await named(sign, 101 + 2 * n), escape(sign)).toBeNull();
  }
});

test('achievements and errors of the app are stored clean, and documents without control characters', async () => {
  await as(database, admin, (own) =>
    own.query("insert into public.achievements (id, name, type) values ('x1', $1, 'like')", ['\u202eЗвук\u0007']),
  );
  expect(await database.query("select name from public.achievements where id = 'x1'")).toEqual([{ name: 'Звук' }]);
  for (const message of ['\u202eГрешка\u0007', '\u202e'])
    await database.query(`select public.report_client_error('clean', $1, '/', '')`, [message]);
  expect(await database.query("select message from public.client_errors where build = 'clean'")).toEqual([
    { message: 'Грешка' },
  ]);
  const versions = [{ at: 5, text: 'а\u0001\u001b\u0008б', position: 0, deleted: false }];
  await as(database, pro, (own) =>
    own.query('select public.sync_push($1::json)', [
      JSON.stringify([doc('note', idOf(17), { video_id: videos.basic, versions })]),
    ]),
  );
  expect(
    await database.query("select data #>> '{versions,0,text}' as text from sync.journal where id = $1", [
      `note/${idOf(17)}`,
    ]),
  ).toEqual([{ text: 'аб' }]);
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
    `admin_audit background_jobs certificate_keys consents event_registrations issued_certificates payments push_devices slug_history test_results test_versions user_achievements user_certificates user_push_tokens`.split(
      ' ',
    ),
  );
});
