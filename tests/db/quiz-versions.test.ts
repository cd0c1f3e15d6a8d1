/** Quizzes are published in immutable versions; an attempt is scored with the version in which it began. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, published } from '../helpers/console';
import { openDatabase, type TestDatabase } from '../helpers/database';
import { accounts, buildSchool, certificate, courses, questions, tests, videos } from '../helpers/school';

const { admin, premium, pro } = accounts;
const quiz = '00000000-0000-4000-8000-000000000201';
const question = '00000000-0000-4000-8000-000000000202';
const attempt = (n: number) => `00000000-0000-4000-8000-0000000003${String(n).padStart(2, '0')}`;

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
  await buildSchool(database);
}, 120_000);
afterAll(() => database.close());

const asked = (right: 'a' | 'b', more: Record<string, unknown> = {}) =>
  JSON.stringify([
    {
      ...{ id: question, text: 'Лепи ли?', type: 'single', image_url: 'questions/a.webp', ...more },
      options: ['a', 'b'].map((id) => ({ id, text: id, isCorrect: id === right })),
    },
  ]);
const save = (version: number | null, list: string, more = '{}') =>
  ask<{ row_version: number; changed: boolean }>(
    database,
    admin,
    `save_test('${quiz}', ${version}, '${more}', '${list}')`,
  );
const finish = async (n: number, version?: number) => {
  const data = {
    ...{ test_id: quiz, started_at: Date.now(), finished_at: Date.now() + 1, time_spent: 1000 },
    answers: { [question]: { options: ['a'], at: Date.now() } },
    ...(version === undefined ? {} : { version }),
  };
  const doc = { id: `attempt/${attempt(n)}`, kind: 'attempt', at: Date.now(), active_on: '2026-11-20', rev: 0, data };
  const [answer] = await ask<{ status: string }[]>(database, premium, `sync_push('${JSON.stringify([doc])}')`);
  expect(answer?.status).toBe('applied');
  const [result] = await database.query<{ score: number; version: number }>(
    'select score, version from public.test_results where id = $1',
    [attempt(n)],
  );
  return result;
};

it('a quiz is saved completely as a draft, which devices do not receive', async () => {
  const saved = await save(
    null,
    asked('a'),
    JSON.stringify({ title: 'Лепене', course_id: courses.basic, video_id: videos.basic }),
  );
  expect(saved).toMatchObject({ row_version: 1, status: 'draft', questions: [{ id: question, order_position: 1 }] });
  expect(await published(database, 'plan:basic', 'tests', quiz)).toBeUndefined();
});

it('a quiz with an unanswerable question is not published', async () => {
  await save(
    1,
    JSON.stringify([
      { id: question, text: ' \u200b', type: 'single', options: [{ id: 'a', text: 'a', isCorrect: false }] },
    ]),
  );
  await expect(ask(database, admin, `publish_test('${quiz}', 2)`)).rejects.toMatchObject({
    message: 'not_answerable',
    detail: expect.stringContaining('no_text'),
  });
  await save(2, '[]');
  await expect(ask(database, admin, `publish_test('${quiz}', 3)`)).rejects.toMatchObject({
    detail: expect.stringContaining('no_questions'),
  });
  const blank = ['да', '\u2060 '].map((text, n) => ({ id: `o${n}`, text, isCorrect: n === 0 }));
  await save(3, JSON.stringify([{ id: question, text: 'Лепи ли?', type: 'single', options: blank }]));
  await expect(ask(database, admin, `publish_test('${quiz}', 4)`)).rejects.toMatchObject({
    detail: expect.stringContaining('few_options'),
  });
});

it('publishing creates a version with images and without the key; publishing an unchanged quiz creates none', async () => {
  await save(4, asked('a'));
  expect(await ask(database, admin, `publish_test('${quiz}', 5)`)).toMatchObject({ version: 1, changed: false });
  expect(await ask(database, admin, `publish_test('${quiz}', 6)`)).toMatchObject({ version: 1 });
  const body = await published(database, 'plan:basic', 'tests', quiz);
  expect(body).toMatchObject({
    version: 1,
    questions: [{ image_url: 'questions/a.webp', options: [{ id: 'a' }, { id: 'b' }] }],
  });
  expect(JSON.stringify(body)).not.toContain('isCorrect');
});

it('an edit is visible to administrators only until it is published', async () => {
  expect(await save(7, asked('b', { text: 'Ново' }))).toMatchObject({ changed: true });
  expect(await published(database, 'plan:basic', 'tests', quiz)).toMatchObject({ questions: [{ text: 'Лепи ли?' }] });
  expect(await finish(1, 1)).toEqual({ score: 100, version: 1 });
});

it('an attempt is scored by the version with which it began, even after a newer one was published', async () => {
  await ask(database, admin, `publish_test('${quiz}', 8)`);
  expect(await finish(2, 1)).toEqual({ score: 100, version: 1 });
  expect(await finish(3, 2)).toEqual({ score: 0, version: 2 });
  // An older app sends no version, so the newest version at that time counts.
  expect(await finish(4)).toEqual({ score: 0, version: 2 });
});

it('devices receive the previous version beside the new one, for open attempts', async () => {
  expect(await published(database, 'plan:basic', 'tests', quiz)).toMatchObject({
    version: 2,
    questions: [{ text: 'Ново' }],
    previous: [{ version: 1, questions: [{ text: 'Лепи ли?' }] }],
  });
});

it('a version never changes', async () => {
  await expect(database.exec(`update public.test_versions set body = '{}'`)).rejects.toMatchObject({ code: '42501' });
  await expect(database.exec(`delete from public.test_versions`)).rejects.toMatchObject({ code: '42501' });
});

it('the quiz as learners have it becomes version 1 before its first edit', async () => {
  expect(await published(database, 'plan:basic', 'tests', tests.basic)).toMatchObject({ version: 0 });
  const edited = JSON.stringify([
    {
      id: questions.one,
      text: 'Само това',
      type: 'single',
      options: [
        { id: 'a', text: 'А', isCorrect: false },
        { id: 'b', text: 'Б', isCorrect: true },
      ],
    },
  ]);
  await ask(database, admin, `save_test('${tests.basic}', 1, '{}', '${edited}')`);
  const body = await published(database, 'plan:basic', 'tests', tests.basic);
  expect(body).toMatchObject({ version: 1 });
  expect(body?.questions).toHaveLength(3);
  const [old] = await database.query<{ score: number }>(
    `select (sync.score_attempt('${tests.basic}', '{"${questions.one}": ["a"]}', 0) ->> 'score')::int as score`,
  );
  expect(old?.score).toBe(33);
});

it('a certificate is saved with its requirements, and an outdated save is rejected with the stored state', async () => {
  const requirements = JSON.stringify([{ test_id: tests.basic, minimum_score: 80 }, { test_id: quiz }]);
  expect(
    await ask(database, admin, `save_certificate('${certificate}', 1, '{"name_font_size": 30}', '${requirements}')`),
  ).toMatchObject({ row_version: 2, name_font_size: 30, requirements: [{ minimum_score: 80 }, { minimum_score: 70 }] });
  await expect(ask(database, admin, `save_certificate('${certificate}', 1, '{}')`)).rejects.toMatchObject({
    code: 'PT409',
    detail: expect.stringContaining('"name_font_size": 30'),
  });
});

it('statistics contain no names: the hardest question with its most common wrong option, and where viewers stopped', async () => {
  const figures = await ask(database, admin, `test_statistics('${quiz}')`);
  expect(figures).toMatchObject({
    attempts: 4,
    learners: 1,
    passed: 2,
    pass_rate: 0.5,
    questions: [{ id: question, answered: 4, wrong: 2, common_wrong: { id: 'a', count: 2 } }],
  });
  expect(JSON.stringify(figures)).not.toContain(premium.uid);
  await database.query(
    `insert into sync.journal (user_id, id, kind, at, active_on, rev, data) values ($1, $2, 'progress', 1, '2026-11-20', 1, $3)`,
    [
      pro.uid,
      `progress/${videos.basic}`,
      JSON.stringify({
        video_id: videos.basic,
        intervals: [
          [0, 15_000],
          [45_000, 60_000],
        ],
        duration: 60_000,
        completed: false,
      }),
    ],
  );
  const watched = await ask<{ remaining: number[] }>(database, admin, `video_statistics('${videos.basic}')`);
  expect(watched).toMatchObject({ viewers: 1, completed: 0, share_watched: 0.5 });
  expect(watched.remaining).toEqual([1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1]);
});

describe('an unfinished draft quiz', () => {
  const course = '00000000-0000-4000-8000-000000000401';
  const draft = '00000000-0000-4000-8000-000000000402';
  const saveDraft = (version: number | null, list: string) =>
    ask(
      database,
      admin,
      `save_test('${draft}', ${version}, '${JSON.stringify({ course_id: course, title: 'Чернова' })}', '${list}')`,
    );
  const publish = (status: string, withLessons: boolean) =>
    ask(database, admin, `publish_course('${course}', null, '${status}', ${withLessons})`);
  const unfinished = JSON.stringify([{ id: draft, text: ' ', type: 'single', options: [] }]);

  it('blocks publishing its course until it is answerable', async () => {
    await database.exec(`
      insert into public.courses (id, title, status) values ('${course}', 'С тест', 'draft');
      insert into public.videos (course_id, title, order_position, status, video_url, duration_seconds)
        values ('${course}', 'Урок', 1, 'published', 'lessons/a.mp4', 5)`);
    await saveDraft(null, unfinished);
    expect(await ask(database, admin, `course_checklist('${course}')`)).toMatchObject({
      items: [{ rule: 'quiz_not_answerable', id: draft, title: 'Чернова' }],
    });
    await expect(publish('published', false)).rejects.toMatchObject({ message: 'checklist' });
    await saveDraft(1, asked('a', { id: draft }));
    expect(await publish('published', false)).toMatchObject({ status: 'published' });
  });

  it('does not block a published course, but blocks publishing more lessons of it', async () => {
    await saveDraft(2, unfinished);
    expect(await publish('public', false)).toMatchObject({ status: 'public' });
    await expect(publish('public', true)).rejects.toMatchObject({ message: 'checklist' });
    await publish('draft', false);
    await expect(publish('public', false)).rejects.toMatchObject({ message: 'checklist' });
  });
});
