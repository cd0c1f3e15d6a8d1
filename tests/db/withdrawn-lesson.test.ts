/** A lesson or news item that learners never had takes nothing; one that was withdrawn keeps what is sent, but counts only what was begun before. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ask } from '../helpers/console';
import { openDatabase, type TestDatabase, tryAs } from '../helpers/database';
import { accounts, buildSchool, courses, news, videos } from '../helpers/school';

const { premium } = accounts;
const HOUR = 3_600_000;
let database: TestDatabase;
let key = 0;
beforeAll(async () => {
  database = await openDatabase();
  await buildSchool(database);
  await database.exec(`insert into storage.objects (bucket_id, name) values ('videos', 'lessons/basic.mp4')`);
}, 120_000);
afterAll(() => database.close());
beforeEach(() =>
  database.exec(`
    update public.user_subscriptions set has_premium_plan = true where user_id = '${premium.uid}';
    delete from sync.quotas; delete from sync.journal where user_id = '${premium.uid}';
    delete from public.video_likes where user_id = '${premium.uid}'; delete from public.video_comments where user_id = '${premium.uid}';
    update public.videos set status = 'published', deleted_at = null where id = '${videos.basic}';
    update public.courses set status = 'published' where id = '${courses.basic}'`),
);

const uuid = () => `00000000-0000-4000-8000-${String(++key).padStart(12, '0')}`;
const doc = (kind: string, id: string, at: number, data: object) => {
  return { id: `${kind}/${id}`, kind, at, active_on: '2026-11-20', rev: 0, data };
};
/** One document of every kind that is about a lesson, made at a time. */
const made = (video_id: string, at: number) => {
  const played = { intervals: [[0, 9_000]], position: 9_000, position_at: at, duration: 9_000, completed: true };
  return [
    doc('progress', video_id, at, { video_id, course_id: null, ...played, first_watched: at }),
    doc('note', uuid(), at, { video_id, versions: [{ at, text: 'Дюза', position: 0, deleted: false }] }),
    doc('like', video_id, at, { video_id, liked: true }),
    doc('comment', uuid(), at, { video_id, content: 'Как?', created_at: at, deleted: false }),
  ];
};
const push = async (...docs: object[]) =>
  (await ask<{ status: string; code?: string }[]>(database, premium, `sync_push('${JSON.stringify(docs)}')`)).map(
    ({ status, code }) => code ?? status,
  );
const facts = async () => {
  const [row] = await database.query<{ counts: number[] }>(
    `select array_agg(sync.count_facts('${premium.uid}', t) order by n) as counts
       from unnest('{video_watched,note,like,comment}'::text[]) with ordinality as k (t, n)`,
  );
  return row?.counts;
};
const all = (code: string) => ['', '', '', ''].map(() => code);

it('a draft lesson takes nothing, nor does a lesson of a draft course', async () => {
  expect(await push(...made(videos.draft, Date.now()))).toEqual(all('not_found'));
  await database.exec(`insert into public.videos (id, course_id, title, status, order_position)
    values ('${uuid()}', '${courses.basic}', 'Чернова', 'draft', 99)`);
  const [row] = await database.query<{ id: string }>(`select id from public.videos where title = 'Чернова'`);
  expect(await push(...made(row?.id ?? '', Date.now()))).toEqual(all('not_found'));
});

it('a draft news item was not read', async () => {
  const view = (news_id: string) => doc('view', `news/${news_id}`, Date.now(), { news_id });
  expect(await push(view(news.draft), view(news.out))).toEqual(['not_found', 'applied']);
  await database.exec(`delete from sync.journal where user_id = '${premium.uid}'`);
  await database.exec(`update public.news set status = 'draft' where id = '${news.out}'`);
  expect(await push(view(news.out))).toEqual(['applied']);
});

const withdrawals = {
  'the lesson is hidden': `update public.videos set status = 'draft' where id = '${videos.basic}'`,
  'the lesson goes to the trash': `update public.videos set deleted_at = now() where id = '${videos.basic}'`,
  'the course is a draft again': `update public.courses set status = 'draft' where id = '${courses.basic}'`,
};
for (const [name, sql] of Object.entries(withdrawals)) {
  it(`${name}: what was made before counts, what is made later is only kept`, async () => {
    await database.exec(sql);
    expect(await push(...made(videos.basic, Date.now() - HOUR))).toEqual(all('applied'));
    expect(await facts()).toEqual([1, 1, 1, 1]);
    await database.exec(`delete from sync.journal where user_id = '${premium.uid}';
      delete from public.video_likes where user_id = '${premium.uid}'; delete from public.video_comments where user_id = '${premium.uid}'`);
    expect(await push(...made(videos.basic, Date.now() + 1_000))).toEqual(all('applied'));
    expect(await facts()).toEqual([0, 0, 0, 0]);
  });
}

for (const [name, sql] of Object.entries(withdrawals)) {
  it(`${name}: who has begun it can read its file for a day, under the plan`, async () => {
    const readers = async () => {
      const names = [];
      for (const [name, actor] of Object.entries({ premium, pro: accounts.pro, free: accounts.free })) {
        const file = `select from storage.objects where name = 'lessons/basic.mp4'`;
        if ((await tryAs(database, actor, (own) => own.query(file))).length > 0) names.push(name);
      }
      return names;
    };
    await push(...made(videos.basic, Date.now() - HOUR));
    expect(await readers()).toEqual(['premium', 'pro']);
    await database.exec(sql);
    expect(await readers()).toEqual(['premium']);
    const ago = (hours: number) =>
      database.exec(`
        set session_replication_role = replica;
        update public.videos set withdrawn_at = now() - interval '${hours} hours' where withdrawn_at is not null;
        update public.courses set withdrawn_at = now() - interval '${hours} hours' where withdrawn_at is not null;
        update sync.journal set data = data || jsonb_build_object('first_watched', ${Date.now() - 2 * 24 * HOUR})
          where user_id = '${premium.uid}' and kind = 'progress';
        set session_replication_role = origin`);
    await ago(25);
    expect(await readers()).toEqual([]);
    await ago(23);
    expect(await readers()).toEqual(['premium']);
    await database.exec(
      `update public.user_subscriptions set has_premium_plan = false where user_id = '${premium.uid}'`,
    );
    expect(await readers()).toEqual([]);
  });
}

it('a stored document about a withdrawn lesson still changes and counts', async () => {
  const before = made(videos.basic, Date.now() - HOUR);
  await push(...before);
  await database.exec(withdrawals['the lesson is hidden']);
  const later = made(videos.basic, Date.now());
  expect(await push(later[0] ?? {})).toEqual(['merged']);
  expect(await facts()).toEqual([1, 1, 1, 1]);
});
