/** Versions, trash, positions and publishing of content: no edit and no learner data is lost. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, published, write } from '../helpers/console';
import { openDatabase, type TestDatabase } from '../helpers/database';
import { accounts, buildSchool, courses, events, news, questions, tests, videos } from '../helpers/school';

const { admin, superAdmin, pro, premium } = accounts;
const id = (n: number) => `00000000-0000-4000-8000-0000000001${String(n).padStart(2, '0')}`;

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
  await buildSchool(database);
}, 120_000);
afterAll(() => database.close());

const one = async <T = Record<string, unknown>>(sql: string) => (await database.query<T>(sql))[0] as T;

describe('a patch', () => {
  it('with an outdated version is rejected with the stored row', async () => {
    await write(
      database,
      admin,
      `update public.events set title = 'Едно', row_version = 1 where id = '${events.open}'`,
    );
    const late = write(
      database,
      superAdmin,
      `update public.events set title = 'Две', row_version = 1 where id = '${events.open}'`,
    );
    await expect(late).rejects.toMatchObject({
      code: 'PT409',
      message: 'version_conflict',
      detail: expect.stringContaining('"title": "Едно"'),
    });
    expect(await one(`select title, row_version from public.events where id = '${events.open}'`)).toEqual({
      title: 'Едно',
      row_version: 2,
    });
  });

  it('without a version is rejected', async () => {
    await expect(
      write(database, admin, `update public.courses set title = 'x' where id = '${courses.free}'`),
    ).rejects.toMatchObject({ code: 'PT428' });
  });

  it('is not affected by learners: a registration does not raise the version', async () => {
    await ask(database, premium, `register_for_event('${premium.uid}', '${events.open}')`);
    expect(
      await one(`select row_version, current_participants from public.events where id = '${events.open}'`),
    ).toMatchObject({ row_version: 2, current_participants: 2 });
  });

  it('cannot move a row to the trash, and direct deletes are rejected', async () => {
    await expect(
      write(database, admin, `update public.news set deleted_at = now(), row_version = 1 where id = '${news.out}'`),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(write(database, admin, `delete from public.news where id = '${news.out}'`)).rejects.toMatchObject({
      code: '42501',
    });
  });
});

describe('the trash', () => {
  it('removes a course with its lessons and quizzes from devices, and restores all of them', async () => {
    const there = async () => [
      await published(database, 'public', 'courses', courses.basic),
      await published(database, 'plan:basic', 'lessons', videos.basic),
      await published(database, 'plan:basic', 'tests', tests.basic),
    ];
    expect((await there()).every(Boolean)).toBe(true);
    await ask(database, admin, `move_to_trash('courses', '${courses.basic}', 1)`);
    expect((await there()).some(Boolean)).toBe(false);
    await ask(database, admin, `restore('courses', '${courses.basic}')`);
    expect((await there()).every(Boolean)).toBe(true);
  });

  it('reports an outdated version as a conflict, and accepts a repeated request', async () => {
    await expect(ask(database, admin, `move_to_trash('courses', '${courses.basic}', 1)`)).rejects.toMatchObject({
      code: 'PT409',
    });
    const first = await ask(
      database,
      admin,
      `move_to_trash('course_templates', (select id from public.course_templates limit 1))`,
    );
    expect(
      await ask(database, admin, `move_to_trash('course_templates', (select id from public.course_templates limit 1))`),
    ).toEqual(first);
    await expect(ask(database, admin, `move_to_trash('profiles', '${pro.uid}')`)).rejects.toMatchObject({
      message: 'bad_argument',
    });
  });

  it('still accepts learners’ work on a deleted row', async () => {
    await ask(database, admin, `move_to_trash('videos', '${videos.basic}')`);
    const answers = await ask<{ status: string }[]>(
      database,
      pro,
      `sync_push('[{"id": "note/${id(1)}", "kind": "note", "at": ${Date.now()}, "active_on": "2026-11-01", "rev": 0, "data": {"video_id": "${videos.basic}", "versions": [{"at": ${Date.now()}, "text": "x", "position": 1, "deleted": false}]}}]')`,
    );
    expect(answers).toMatchObject([{ status: 'applied' }]);
    await ask(database, admin, `restore('videos', '${videos.basic}')`);
  });

  it('keeps rows with learners’ work after 30 days, and removes the others', async () => {
    await ask(database, admin, `save_course('${id(2)}', null, '{"title": "Празен"}')`);
    for (const course of [courses.basic, id(2)]) await ask(database, admin, `move_to_trash('courses', '${course}')`);
    expect(await ask(database, superAdmin, 'admin_trash()')).toMatchObject({ total: 3 });
    await database.exec(
      `update public.courses set deleted_at = now() - interval '31 days' where deleted_at is not null`,
    );
    await database.query('select public.purge_trash()');
    expect(await database.query(`select id from public.courses where deleted_at is not null`)).toEqual([
      { id: courses.basic },
    ]);
    expect((await database.query(`select from public.video_comments where video_id = '${videos.basic}'`)).length).toBe(
      1,
    );
    await expect(ask(database, admin, `restore('courses', '${courses.basic}')`)).rejects.toMatchObject({
      message: 'not_found',
    });
    await database.exec(`update public.courses set deleted_at = null where id = '${courses.basic}'`);
  });

  it('frees the seat of a registration; only a super administrator may delete one', async () => {
    const { id: seat } = await one<{ id: string }>(
      `select id from public.event_registrations where user_id = '${pro.uid}' and event_id = '${events.open}'`,
    );
    await expect(ask(database, admin, `move_to_trash('event_registrations', '${seat}')`)).rejects.toMatchObject({
      code: '42501',
    });
    await ask(database, superAdmin, `move_to_trash('event_registrations', '${seat}')`);
    const taken = () => one(`select current_participants as taken from public.events where id = '${events.open}'`);
    expect(await taken()).toEqual({ taken: 1 });
    expect(await ask(database, superAdmin, `restore('event_registrations', '${seat}')`)).toMatchObject({
      status: 'registered',
    });
    expect(await taken()).toEqual({ taken: 2 });
  });
});

describe('lessons', () => {
  it('are created as drafts at the end, and devices do not receive them', async () => {
    await ask(database, admin, `save_course('${id(3)}', null, '{"title": "Нов курс"}')`);
    for (const n of [4, 5])
      await write(
        database,
        admin,
        `insert into public.videos (id, course_id, title, order_position, status) values ('${id(n)}', '${id(3)}', 'Урок ${n}', 9, 'published')`,
      );
    expect(
      await database.query(`select status, order_position from public.videos where course_id = '${id(3)}' order by 2`),
    ).toEqual([
      { status: 'draft', order_position: 1 },
      { status: 'draft', order_position: 2 },
    ]);
  });

  it('each have one position after a reorder; a list of other lessons is a conflict', async () => {
    expect(
      await ask(database, admin, `reorder_videos('${id(3)}', array['${id(5)}', '${id(4)}']::uuid[])`),
    ).toMatchObject([
      { id: id(5), order_position: 1 },
      { id: id(4), order_position: 2 },
    ]);
    await expect(ask(database, admin, `reorder_videos('${id(3)}', array['${id(5)}']::uuid[])`)).rejects.toMatchObject({
      code: 'PT409',
      message: 'lessons_changed',
      detail: JSON.stringify([id(5), id(4)]).replace(',', ', '),
    });
  });

  it('and their course are published only when the checklist is complete', async () => {
    const publish = `publish_course('${id(3)}', null, 'published', true)`;
    await expect(ask(database, admin, publish)).rejects.toMatchObject({ message: 'checklist' });
    expect(await ask(database, admin, `course_checklist('${id(3)}')`)).toMatchObject({
      ok: false,
      drafts: 2,
      items: [{ rule: 'no_lesson' }],
    });
    await expect(
      write(
        database,
        admin,
        `update public.courses set status = 'public', row_version = row_version where id = '${id(3)}'`,
      ),
    ).rejects.toMatchObject({ message: 'checklist' });
    await write(
      database,
      admin,
      `update public.videos set video_url = 'lessons/a.mp4', duration_seconds = 5, row_version = row_version where course_id = '${id(3)}'`,
    );
    expect(await ask(database, admin, publish)).toMatchObject({ status: 'published' });
    expect(await published(database, 'public', 'courses', id(3))).toMatchObject({ lesson_count: 2 });
  });
});

describe('the preview', () => {
  it('shows the drafts that a plan would see, and publishes nothing', async () => {
    const rows = await ask<{ kind: string; scope: string }[]>(
      database,
      admin,
      `preview_course('${courses.draft}', 'pro')`,
    );
    expect(rows.map(({ kind }) => kind).sort()).toEqual(['courses', 'lessons', 'tests', 'videos']);
    await database.exec(`update public.courses set description = 'x' where id = '${courses.draft}'`);
    expect(await published(database, 'public', 'courses', courses.draft)).toBeUndefined();
    expect(await ask(database, admin, `preview_course('${courses.premium}', 'free')`)).not.toContainEqual(
      expect.objectContaining({ kind: 'lessons', id: videos.premium }),
    );
  });
});

describe('a slug', () => {
  const add = async (n: number, title: string) => {
    await write(
      database,
      admin,
      `insert into public.news (id, title, summary, content) values ('${id(n)}', '${title}', 'x', 'x')`,
    );
    return (await one<{ slug: string }>(`select slug from public.news where id = '${id(n)}'`)).slug;
  };
  it('keeps Cyrillic, gets a number if it is taken, and is the id if no letter is left', async () => {
    expect(await add(10, 'Нови Материали: PETG & ПЛА!')).toBe('нови-материали-petg-пла');
    expect(await add(11, 'нови материали PETG, пла')).toBe('нови-материали-petg-пла-2');
    expect(await add(12, '!!!')).toBe(id(12));
  });
  it('stays when a published title changes, and an old slug still leads to the item', async () => {
    const patch = (set: string) =>
      write(database, admin, `update public.news set ${set}, row_version = row_version where id = '${id(10)}'`);
    await patch(`status = 'published'`);
    await patch(`title = 'Друго'`);
    expect(await published(database, 'public', 'news', id(10))).toMatchObject({ slug: 'нови-материали-petg-пла' });
    await patch(`slug = 'drugo'`);
    expect(await published(database, 'public', 'news', id(10))).toMatchObject({
      slug: 'drugo',
      old_slugs: ['нови-материали-petg-пла'],
    });
  });
});

describe('an open row', () => {
  it('is shown to other administrators for a minute, and locks nobody out', async () => {
    expect(await ask(database, admin, `note_editing('news', '${news.out}')`)).toEqual([]);
    expect(await ask(database, superAdmin, `note_editing('news', '${news.out}')`)).toMatchObject([{ name: 'admin' }]);
    await ask(database, admin, `note_editing('news', '${news.out}', false)`);
    expect(await ask(database, superAdmin, `note_editing('news', '${news.out}')`)).toEqual([]);
  });
});

describe('moderation', () => {
  it('removes a reported comment from devices, blocks its author and closes the reports', async () => {
    const comment = 'cc000000-0000-4000-8000-000000000001';
    expect(await ask(database, admin, 'reported_comments()')).toMatchObject({
      total: 1,
      rows: [{ comment_id: comment, author_blocked: false, reports: 1 }],
    });
    await ask(database, admin, `decide_report('${comment}', 'block')`);
    expect(await published(database, `video:${videos.basic}`, 'comments', comment)).toBeUndefined();
    expect(await one(`select comments_count from public.video_stats where video_id = '${videos.basic}'`)).toEqual({
      comments_count: 0,
    });
    expect(await ask(database, admin, 'reported_comments()')).toMatchObject({ total: 0 });
    expect(await one(`select blocked_at is not null as blocked from public.profiles where id = '${pro.uid}'`)).toEqual({
      blocked: true,
    });
  });
});

describe('invalid input of an administrator', () => {
  const long = 'я'.repeat(301);
  const unknown = '00000000-0000-4000-8000-00000000dead';
  const question = (fields: object) =>
    JSON.stringify([
      { id: id(90), text: 'x', type: 'single', options: [{ id: 'a', text: 'А', isCorrect: true }], ...fields },
    ]);
  const edit = (table: string, row: string, set: string) =>
    `update public.${table} set ${set}, row_version = row_version where id = '${row}'`;
  const rpc = (expression: string) => `select public.${expression}`;
  const link = 'javascript:alert(1)';
  const text = ['23514', /check constraint/] as const;
  const argument = ['P0001', 'bad_argument'] as const;
  const missing = ['P0001', 'not_found'] as const;

  it.each<[string, string, readonly [string, string | RegExp]]>([
    ['a blank course title', rpc(`save_course('${id(91)}', null, '{"title": "  "}')`), argument],
    ['a blank quiz title', rpc(`save_test('${tests.basic}', null, '{"title": " "}')`), argument],
    ['a blank certificate title', rpc(`save_certificate('${id(91)}', null, '{"title": ""}')`), argument],
    ['a blank template name', rpc(`save_template('${courses.free}', '${id(91)}', ' ')`), argument],
    ['a blank event title', edit('events', events.open, `title = ' '`), text],
    ['a blank news title', edit('news', news.out, `title = ''`), text],
    ['a blank lesson title', edit('videos', videos.basic, `title = ' '`), text],
    ['a course title of 301 letters', rpc(`save_course('${id(91)}', null, '{"title": "${long}"}')`), text],
    ['a certificate title of 301 letters', rpc(`save_certificate('${id(91)}', null, '{"title": "${long}"}')`), text],
    ['an event title of 301 letters', edit('events', events.open, `title = '${long}'`), text],
    ['a news title of 301 letters', edit('news', news.out, `title = '${long}'`), text],
    ['a send of 301 letters', rpc(`send_notification('${id(91)}', '${long}', 'x')`), argument],
    ['a NUL in a title', rpc(`save_course('${id(91)}', null, '{"title": "a\\u0000b"}')`), ['22P05', /Unicode/]],
    ['an event that ends before it starts', edit('events', events.open, 'end_date = start_date'), text],
    ['a grant that has ended', rpc(`grant_plan('${pro.uid}', 'pro', now() - interval '1 day')`), ['P0001', 'bad_plan']],
    ['an event without seats', edit('events', events.draft, 'max_participants = 0'), text],
    ['a join link that runs code', edit('events', events.open, `join_url = '${link}'`), text],
    [
      'a file link that runs code',
      edit('course_resources', 'c1000000-0000-4000-8000-000000000001', `file_url = '${link}'`),
      text,
    ],
    [
      'a question picture that runs code',
      rpc(`save_test('${tests.draft}', 1, '{}', '${question({ image_url: link })}')`),
      text,
    ],
    [
      'a cover that runs code',
      rpc(`save_course('${id(91)}', null, '{"title": "x", "thumbnail_url": " ${link}"}')`),
      argument,
    ],
    ['a news picture that runs code', edit('news', news.out, `image_url = 'JavaScript:alert(1)'`), argument],
    ['a picture inside its address', edit('events', events.open, `image_url = 'data:image/svg+xml,<svg/>'`), argument],
    [
      'a lesson of no course',
      `insert into public.videos (course_id, title) values ('${unknown}', 'x')`,
      ['23503', /foreign key/],
    ],
    ['a quiz of no course', rpc(`save_test('${id(91)}', null, '{"title": "x", "course_id": "${unknown}"}')`), argument],
    [
      'a quiz of a lesson of another course',
      rpc(
        `save_test('${id(91)}', null, '{"title": "x", "course_id": "${courses.free}", "video_id": "${videos.premium}"}')`,
      ),
      argument,
    ],
    [
      'a question of another quiz',
      rpc(`save_test('${tests.draft}', 1, '{}', '${question({ id: questions.one })}')`),
      argument,
    ],
    [
      'a requirement of no quiz',
      rpc(`save_certificate('${id(91)}', null, '{"title": "x"}', '[{"test_id": "${unknown}"}]')`),
      argument,
    ],
    [
      'lessons of another course in an order',
      rpc(`reorder_videos('${courses.free}', array['${videos.premium}'::uuid])`),
      ['PT409', 'lessons_changed'],
    ],
    ['a copy of no course', rpc(`duplicate_course('${unknown}', '${id(91)}')`), missing],
    ['a template of no course', rpc(`save_template('${unknown}', '${id(91)}', 'x')`), missing],
    ['a plan for no account', rpc(`grant_plan('${unknown}', 'pro', null)`), missing],
    ['a block of no account', rpc(`block_account('${unknown}', true)`), missing],
    ['the trash for no row', rpc(`move_to_trash('news', '${unknown}')`), missing],
    ['the trash for another table', rpc(`move_to_trash('profiles', '${pro.uid}')`), argument],
    ['a withdrawal of no send', rpc(`withdraw_notification('${unknown}')`), missing],
  ])('%s is rejected', async (_, sql, [code, message]) => {
    await expect(write(database, admin, sql)).rejects.toMatchObject({
      code,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
    expect(await one(`select count(*)::int as rows from public.courses where id = '${id(91)}'`)).toEqual({ rows: 0 });
  });

  it('300 emoji and % and _ are stored as they are', async () => {
    const title = '🧵%_'.repeat(100);
    expect(await ask(database, admin, `save_course('${id(92)}', null, '{"title": "${title}"}')`)).toMatchObject({
      title,
    });
  });

  it('seats below the number already taken are rejected with that number', async () => {
    const { taken } = (await one(
      `select current_participants as taken from public.events where id = '${events.open}'`,
    )) as { taken: number };
    expect(taken).toBeGreaterThan(1);
    await expect(
      write(database, admin, edit('events', events.open, `max_participants = ${taken - 1}`)),
    ).rejects.toMatchObject({ code: 'P0001', message: 'seats_taken', detail: String(taken) });
    await write(database, admin, edit('events', events.open, `max_participants = ${taken}`));
  });

  it.each([
    'admin_users(Q)',
    'admin_payments(Q)',
    `admin_registrations(null, 'all', Q)`,
    'admin_issued(Q)',
    `admin_contact_requests('all', Q)`,
    'admin_audit_entries(Q)',
  ])('%s treats %% and _ as plain characters', async (expression) => {
    for (const query of ['%', '_', '\\'])
      expect(await ask(database, superAdmin, expression.replace('Q', `'${query}%_'`))).toMatchObject({ total: 0 });
  });
});
