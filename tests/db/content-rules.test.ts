/** Versions, trash, positions and publishing of content: no edit and no learner data is lost. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, published, write } from '../helpers/console';
import { openDatabase, type TestDatabase } from '../helpers/database';
import { accounts, buildSchool, courses, events, news, tests, videos } from '../helpers/school';

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
      `sync_push('[{"id": "note/${id(1)}", "kind": "note", "at": 1, "active_on": "2026-11-01", "rev": 0, "data": {"video_id": "${videos.basic}", "versions": [{"at": 1, "text": "x", "position": 1, "deleted": false}]}}]', 4)`,
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
