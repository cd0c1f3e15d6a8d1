/** A lesson or news item that learners never had takes nothing; one that was withdrawn keeps what devices that were offline send, but counts only what was begun before. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
/** A comment of a withdrawn lesson is rejected, because others would see it. */
const kept = ['applied', 'applied', 'applied', 'not_found'];
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
    expect(await push(...made(videos.basic, Date.now() - HOUR))).toEqual(kept);
    expect(await facts()).toEqual([1, 1, 1, 0]);
    await database.exec(`delete from sync.journal where user_id = '${premium.uid}';
      delete from public.video_likes where user_id = '${premium.uid}'; delete from public.video_comments where user_id = '${premium.uid}'`);
    expect(await push(...made(videos.basic, Date.now() + 1_000))).toEqual(kept);
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
        update sync.journal set stored_at = now() - interval '2 days'
          where user_id = '${premium.uid}' and kind = 'progress';
        set session_replication_role = origin`);
    await ago(25);
    expect(await readers()).toEqual([]);
    await ago(23);
    expect(await readers()).toEqual(['premium']);
    // Another learner's device says that he began the lesson before its withdrawal.
    await ask(
      database,
      accounts.pro,
      `sync_push('${JSON.stringify(made(videos.basic, Date.now() - 48 * HOUR).slice(0, 1))}')`,
    );
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

describe('long after a lesson was withdrawn', () => {
  const days = (number: number) => number * 24 * HOUR;
  const withdrawn = (daysAgo: number, accountDays: number) =>
    database.exec(`${withdrawals['the lesson is hidden']};
      set session_replication_role = replica;
      update public.videos set withdrawn_at = now() - interval '${daysAgo} days' where id = '${videos.basic}';
      update public.profiles set created_at = now() - interval '${accountDays} days' where id = '${premium.uid}';
      set session_replication_role = origin`);
  const sent = (daysAgo: number) => push(...made(videos.basic, Date.now() - days(daysAgo)));

  it('its documents are accepted for as long as a device may be offline', async () => {
    await withdrawn(29, 400);
    expect(await sent(30)).toEqual(kept);
    await database.exec(`delete from sync.journal where user_id = '${premium.uid}'`);
    expect(await sent(60)).toEqual(all('not_found'));
    await withdrawn(31, 400);
    expect(await sent(32)).toEqual(all('not_found'));
    await expect(
      ask(database, premium, `track_video_watched('${premium.uid}', '${videos.basic}')`),
    ).rejects.toMatchObject({ message: 'not_found' });
  });

  it('an account that is younger than the withdrawal sends nothing about it', async () => {
    await withdrawn(2, 1);
    expect(await sent(3)).toEqual(all('not_found'));
    await withdrawn(2, 3);
    expect(await sent(3)).toEqual(kept);
  });

  it('a stored note still changes', async () => {
    const [, note] = made(videos.basic, Date.now() - days(40));
    expect(await push(note ?? {})).toEqual(['applied']);
    await withdrawn(35, 400);
    const versions = [{ at: Date.now(), text: 'Друга дюза', position: 0, deleted: false }];
    expect(await push({ ...note, at: Date.now(), data: { video_id: videos.basic, versions } })).toEqual(['merged']);
  });

  it('a news item is not read any more', async () => {
    const view = doc('view', `news/${news.out}`, Date.now(), { news_id: news.out });
    await database.exec(`set session_replication_role = replica;
      update public.news set status = 'draft', withdrawn_at = now() - interval '31 days' where id = '${news.out}';
      set session_replication_role = origin`);
    expect(await push(view)).toEqual(['not_found']);
  });
});
