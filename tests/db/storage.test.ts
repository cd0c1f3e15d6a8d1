/** Videos follow the plan of their course, course files need a paid plan, images are public, and only administrators may change files. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceTypes } from '../../src/shared/resource-types';
import { ask } from '../helpers/console';
import { type Actor, anon, openDatabase, type TestDatabase, tryAs } from '../helpers/database';
import { accounts, buildSchool, courses, videos } from '../helpers/school';

type Who = 'anon' | keyof typeof accounts;
const actors: Record<Who, Actor> = { anon, ...accounts };
const everyone = Object.keys(actors) as Who[];
const admins: Who[] = ['admin', 'superAdmin'];
const signedIn: Who[] = ['free', 'pro', 'premium', 'other', ...admins];

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
  await buildSchool(database);
  await database.exec(`insert into storage.objects (bucket_id, name) values
    ('videos', 'lessons/free.mp4'), ('videos', 'lessons/preview.mp4'), ('videos', 'lessons/basic.mp4'), ('videos', 'lessons/premium.mp4'),
    ('videos', 'lessons/draft.mp4'), ('videos', 'lessons/orphan.mp4'), ('resources', 'visible.stl'), ('resources', 'hidden.stl'), ('resources', 'premium.stl'),
    ('resources', 'lessons/free.mp4'), ('images', 'cover.webp'), ('certificate-templates', 'template.png')`);
});
afterAll(() => database.close());

async function who(sql: string): Promise<Who[]> {
  const got: Who[] = [];
  for (const name of everyone) {
    const rows = await tryAs(database, actors[name], (session) => session.query(sql)).catch(
      (error: { code?: string }) => {
        if (error.code === '42501') return [];
        throw error;
      },
    );
    if (rows.length > 0) got.push(name);
  }
  return got;
}

describe('reading', () => {
  it.each<[string, string, Who[]]>([
    ['videos', 'lessons/free.mp4', signedIn],
    ['videos', 'lessons/preview.mp4', signedIn],
    ['videos', 'lessons/basic.mp4', ['pro', 'premium', 'other', ...admins]],
    ['videos', 'lessons/premium.mp4', ['premium', 'other', ...admins]],
    ['videos', 'lessons/draft.mp4', admins],
    ['videos', 'lessons/orphan.mp4', admins],
    ['resources', 'visible.stl', ['pro', 'premium', 'other', ...admins]],
    ['resources', 'hidden.stl', admins],
    ['resources', 'premium.stl', ['premium', 'other', ...admins]],
    ['resources', 'lessons/free.mp4', admins],
    ['images', 'cover.webp', everyone],
    ['certificate-templates', 'template.png', everyone],
  ])('%s/%s', async (bucket, name, allowed) => {
    expect(await who(`select 1 from storage.objects where bucket_id = '${bucket}' and name = '${name}'`)).toEqual(
      allowed,
    );
  });

  it('ends with the plan', async () => {
    const video = `select 1 from storage.objects where name = 'lessons/basic.mp4'`;
    await database.exec(
      `update public.user_subscriptions set has_pro_plan = false where user_id = '${accounts.pro.uid}'`,
    );
    expect(await who(video)).not.toContain('pro');
    await database.exec(
      `update public.user_subscriptions set has_pro_plan = true where user_id = '${accounts.pro.uid}'`,
    );
    expect(await who(video)).toContain('pro');
  });
});

describe('writing', () => {
  it.each(['videos', 'images', 'resources', 'certificate-templates'])(
    'to %s is allowed to administrators only',
    async (bucket) => {
      expect(
        await who(`insert into storage.objects (bucket_id, name) values ('${bucket}', 'new.png') returning 1`),
      ).toEqual(admins);
      expect(
        await who(`update storage.objects set name = 'moved/' || name where bucket_id = '${bucket}' returning 1`),
      ).toEqual(admins);
      expect(
        await who(
          `with gone as (delete from storage.objects where bucket_id = '${bucket}' returning 1) select 1 from gone`,
        ),
      ).toEqual(admins);
    },
  );

  it('accepts exactly the course files that the console and the embedded server accept', async () => {
    const accepts = async (name: string, type: string | null = null) =>
      (await database.query<{ accepted: boolean }>('select sync.is_resource_file($1, $2) as accepted', [name, type]))[0]
        ?.accepted;
    for (const [extension, type] of Object.entries(resourceTypes))
      expect([extension, await accepts(`c/a.${extension}`, type)]).toEqual([extension, true]);
    const [bucket] = await database.query<{ types: string[] }>(
      "select allowed_mime_types as types from storage.buckets where id = 'resources'",
    );
    expect(bucket?.types).toEqual([...new Set(Object.values(resourceTypes))].sort());
    for (const name of ['a.html', 'a.SVG', 'a.js', 'a.exe', 'a.pdf.exe', 'pdf', 'a.pdf ', 'a.stl\n.html'])
      expect([name, await accepts(name)]).toEqual([name, false]);
    expect(await accepts('a.txt', 'text/html; charset=utf-8')).toBe(false);
    const metadata = (type: string) => `'{"mimetype": "${type}"}'::jsonb`;
    const put = (name: string, type: string) =>
      who(`insert into storage.objects (bucket_id, name, metadata)
        values ('resources', '${name}', ${metadata(type)}) returning 1`);
    expect(await put('a.pdf', 'application/pdf')).toEqual(admins);
    expect(await put('a.html', 'application/pdf')).toEqual([]);
    expect(await put('a.pdf', 'image/svg+xml')).toEqual([]);
    expect(await who(`update storage.objects set name = 'visible.svg' where name = 'visible.stl' returning 1`)).toEqual(
      [],
    );
  });

  it('cannot create buckets', async () => {
    expect(
      await who(`insert into storage.buckets (id, name, public) values ('mine', 'mine', true) returning 1`),
    ).toEqual([]);
    expect(await who(`update storage.buckets set public = true where id = 'videos' returning 1`)).toEqual([]);
  });
});

it('keeps videos and course files out of public buckets', async () => {
  expect(await database.query('select id, public from storage.buckets order by id')).toEqual([
    { id: 'certificate-templates', public: true },
    { id: 'images', public: true },
    { id: 'resources', public: false },
    { id: 'videos', public: false },
  ]);
});

it('a copy of a course shares its stored files and corrects rows from before the stricter rules', async () => {
  const [course, video, copy] = [courses.basic, videos.basic, 'cc000000-0000-4000-8000-000000000001'];
  await database.query('set session_replication_role = replica');
  await database.query(`update public.courses set title = E'\t' where id = '${course}'`);
  await database.query(
    `update public.videos set title = E'\n', video_url = ' javascript:alert(1)' where id = '${video}'`,
  );
  await database.query(`update public.tests set title = E'\u00a0' where course_id = '${course}'`);
  await database.query(`insert into public.course_resources (id, course_id, title, file_url, file_name, is_visible) values
    ('cc100000-0000-4000-8000-000000000001', '${course}', 'Скрит', 'copied.pdf', 'copied.pdf', false),
    ('cc100000-0000-4000-8000-000000000002', '${course}', 'Без адрес', '//elsewhere/a.pdf', 'a.pdf', true)`);
  await database.query(`insert into public.video_resources (video_id, title, file_url, file_name, course_resource_id) values
    ('${video}', 'Стар скрит', 'copied.pdf', 'copied.pdf', 'cc100000-0000-4000-8000-000000000001'),
    ('${video}', 'Стар свой', 'own.pdf ', 'own.pdf', null)`);
  await database.query('set session_replication_role = origin');
  const row = await ask(database, accounts.admin, `duplicate_course('${course}', '${copy}')`);
  expect(row).toMatchObject({ title: 'Без заглавие (копие)', status: 'draft' });
  const list = (sql: string) => database.query(sql);
  expect(await list(`select title, video_url from public.videos where course_id = '${copy}'`)).toEqual([
    { title: expect.stringMatching(/^Урок \d+$/), video_url: null },
  ]);
  expect(await list(`select distinct title from public.tests where course_id = '${copy}'`)).toEqual([
    { title: 'Тест' },
  ]);
  const files = `select k.file_url, k.is_visible from public.course_resources k where k.course_id = '${copy}'`;
  expect(await list(`${files} and k.file_url = 'copied.pdf'`)).toEqual([{ file_url: 'copied.pdf', is_visible: false }]);
  expect(await list(`${files} and k.file_url like '%elsewhere%'`)).toEqual([]);
  const lessonFiles = await list(`select r.title, r.file_url, k.course_id from public.video_resources r
    join public.videos v on v.id = r.video_id left join public.course_resources k on k.id = r.course_resource_id
    where v.course_id = '${copy}' and r.title like 'Стар%' order by r.title`);
  expect(lessonFiles).toEqual([
    { title: 'Стар свой', file_url: 'own.pdf', course_id: null },
    { title: 'Стар скрит', file_url: 'copied.pdf', course_id: copy },
  ]);
});
