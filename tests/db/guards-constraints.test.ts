/** Tables reject wrong values from every role. An administrator creates the missing rows of accounts that did not register (sync_users). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanText } from '@/shared/clean-text';
import { isBlank } from '@/shared/is-blank';
import { type Actor, anon, as, openDatabase, type TestDatabase, tryAs } from '../helpers/database';
import {
  admin,
  buildSchool,
  certificate,
  courses,
  events,
  free,
  premium,
  pro,
  superAdmin,
  tests,
  videos,
} from '../helpers/school';

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
  await buildSchool(database);
  // The worst case is a host that grants everything: then only policies and triggers protect the tables.
  await database.exec(
    'grant usage on schema public, sync to anon, authenticated; grant all on all tables in schema public to anon, authenticated',
  );
});
afterAll(() => database.close());

const code = (actor: Actor, sql: string): Promise<string> =>
  tryAs(database, actor, (session) => session.query(sql)).then(
    () => 'done',
    (error: { code?: string }) => error.code ?? 'unknown',
  );

describe('constraints', () => {
  it.each([
    ['a profile link that runs code', `update public.profiles set website = 'javascript:alert(1)'`],
    [
      'a notification link to a foreign scheme',
      `insert into public.notifications (user_id, title, message, link) values ('${pro.uid}', 'x', 'x', 'javascript:alert(1)')`,
    ],
    [
      'a notification link to another host',
      `insert into public.notifications (user_id, title, message, link) values ('${pro.uid}', 'x', 'x', '//evil.example')`,
    ],
    ['a video from an unsafe address', `update public.videos set video_url = 'http://example.com/a.mp4'`],
    [
      'an event that ends before it starts',
      `update public.events set end_date = start_date - interval '1 hour' where id = '${events.open}'`,
    ],
    [
      'two options with one id',
      `update public.test_questions set options = '[{"id":"a","text":"x","isCorrect":true},{"id":"a","text":"y","isCorrect":false}]'`,
    ],
    [
      'an option id with a comma',
      `update public.test_questions set options = '[{"id":"a,b","text":"x","isCorrect":true}]'`,
    ],
    ['a font too small to read', `update public.certificates set name_font_size = 11 where id = '${certificate}'`],
    [
      'a comment of spaces',
      `insert into public.video_comments (video_id, user_id, content) values ('${videos.basic}', '${pro.uid}', '   ')`,
    ],
  ])('rejects %s', async (_, sql) => {
    await expect(database.exec(sql)).rejects.toMatchObject({ code: '23514' });
  });

  const blanks = ['\t\n', '\u00a0\u2007', '\ufeff \u3000', '\u200b', '\u200c\u200d', '\u200b \u2060\ufeff'];
  it('has the same blank texts as the browser', async () => {
    const texts = [...blanks, ...blanks.map((text) => `${text}а`), '', '👩\u200d🔧', '\u00ad', '\u2800'];
    const rows = await database.query<{ blank: boolean }>(
      'select sync.is_blank(t) as blank from unnest($1::text[]) with ordinality u (t, place) order by place',
      [texts],
    );
    expect(rows.map(({ blank }) => blank)).toEqual(texts.map(isBlank));
    expect(blanks.map(isBlank)).not.toContain(false);
  });
  it.each(blanks.filter((title) => cleanText(title) !== title))('rejects the invisible title %j', async (title) => {
    await expect(database.query('update public.courses set title = $1', [title])).rejects.toMatchObject({
      code: '23514',
    });
  });
  it.each([
    ...blanks
      .filter((title) => cleanText(title) === title)
      .map((title) => ['a title of blanks', 'title', 'courses', title]),
    ['such a title of a template', 'name', 'course_templates', '\u00a0'],
    ['such a title of a lesson', 'title', 'videos', '\t'],
    ['such a title of a quiz', 'title', 'tests', '\u2028'],
    ['such a title of a certificate', 'title', 'certificates', '\u00a0'],
    ['such a title of an event', 'title', 'events', '\u202f'],
    ['such a title of a news item', 'title', 'news', '\r\n'],
    ['such a summary of a news item', 'summary', 'news', '\u200b'],
    ['such a content of a news item', 'content', 'news', '\n\u2060\n'],
    ['such a title of a file of a course', 'title', 'course_resources', '\u200d'],
    ['such a title of a file of a lesson', 'title', 'video_resources', '\u200b\t'],
    ...[
      ' javascript:alert(1)',
      '\tjavascript:x',
      'java\nscript:x',
      '\u00a0data:text/html,x',
      'x-y:z',
      '//evil.example/a',
    ].flatMap((url) => [
      [`the video address ${JSON.stringify(url)}`, 'video_url', 'videos', url],
      [`the file address ${JSON.stringify(url)}`, 'file_url', 'course_resources', url],
    ]),
    ['an https address after a blank', 'file_url', 'video_resources', ' https://sloy.test/a.pdf'],
    ['a name of a file that ends with a blank', 'file_url', 'video_resources', 'a.pdf '],
  ])('rejects %s', async (_, column, table, value) => {
    await expect(database.query(`update public.${table} set ${column} = $1`, [value])).rejects.toMatchObject({
      code: '23514',
      message: 'bad_argument',
      detail: column,
    });
  });

  it('keeps a title and an address from before these rules when other fields change', async () => {
    const [row] = await database.query<{ id: string }>(
      `insert into public.course_resources (course_id, title, file_url, file_name) values ('${courses.free}', 'x', 'Снимка 1.stl', 'x') returning id`,
    );
    const values = [row?.id];
    await database.exec('alter table public.course_resources disable trigger file_address');
    await database.query(`update public.course_resources set file_url = ' a.stl' where id = $1`, values);
    await database.exec('alter table public.course_resources enable trigger file_address');
    await database.query(`update public.course_resources set title = 'y', file_url = file_url where id = $1`, values);
    await database.query('delete from public.course_resources where id = $1', values);
  });

  it('stores options in one shape, also if the builder sends text or numeric ids', async () => {
    const [row] = await database.query<{ options: unknown }>(
      `insert into public.test_questions (test_id, text, options) values ('${tests.free}', 'x', to_jsonb($1::text)) returning options`,
      ['[{"id":1,"text":"А","isCorrect":true},{"id":2,"text":"Б"}]'],
    );
    expect(row?.options).toEqual([
      { id: '1', text: 'А', isCorrect: true },
      { id: '2', text: 'Б', isCorrect: false },
    ]);
  });
});

describe('accounts that were not created by registration', () => {
  const imported = '70000000-0000-4000-8000-0000000000aa';
  const synced = (actor: Actor) =>
    as(database, actor, (session) =>
      session.query<{ answer: { synced: number; total: number } }>('select public.sync_users() as answer'),
    ).then(([row]) => row?.answer);

  it('get their profile and a free plan when an administrator synchronises them, and the call returns their number', async () => {
    await database.exec(`insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
      values ('${imported}', 'imported@school.test', now(), '{"full_name": "Внесен", "has_premium_plan": true}');
      delete from public.user_subscriptions where user_id = '${imported}'; delete from public.profiles where id = '${imported}'`);
    const [{ total } = { total: 0 }] = await database.query<{ total: number }>(
      'select count(*)::int as total from auth.users',
    );
    expect(await synced(admin)).toEqual({ synced: total, total });
    expect(
      await database.query(`select p.full_name, s.email, s.has_pro_plan, s.has_premium_plan
        from public.profiles p join public.user_subscriptions s on s.user_id = p.id where p.id = '${imported}'`),
    ).toEqual([{ full_name: 'Внесен', email: 'imported@school.test', has_pro_plan: false, has_premium_plan: false }]);
    expect(await synced(superAdmin), 'a second time changes nothing').toEqual({ synced: total, total });
  });

  it('are hidden from other accounts', async () => {
    for (const actor of [anon, free, premium]) expect(await code(actor, 'select public.sync_users()')).toBe('42501');
  });
});
