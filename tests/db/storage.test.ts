/** Who may read and change files: videos by plan, course files by subscription, images for everyone, changes only by administrators. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceTypes } from '../../src/config/resource-types';
import { type Actor, anon, openDatabase, type TestDatabase, tryAs } from '../helpers/database';
import { accounts, buildSchool } from '../helpers/school';

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
