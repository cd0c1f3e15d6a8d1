/** Acts that change what many people have are limited, and a rename publishes many comments in a background job. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask, published, write } from '../helpers/console';
import { openDatabase, type TestDatabase } from '../helpers/database';
import { doc, idOf } from '../helpers/push-deps';
import { buildSchool, events, premium, pro, videos } from '../helpers/school';

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
  await buildSchool(database);
}, 120_000);
afterAll(() => database.close());
beforeEach(() => database.exec('delete from sync.quotas'));

let at = Date.now();
const statusOf = async (actor: typeof pro, sent: object) => {
  const answers = await ask<{ status: string }[]>(database, actor, `sync_push('${JSON.stringify([sent])}')`);
  return answers[0]?.status;
};
/** How many of the answers have each status. */
async function counts(times: number, act: (n: number) => Promise<string | undefined>) {
  const counted: Record<string, number> = {};
  for (let n = 0; n < times; n++) {
    const status = (await act(n)) ?? 'none';
    counted[status] = (counted[status] ?? 0) + 1;
  }
  return counted;
}
const rename = (full_name: string) =>
  statusOf(pro, doc('profile', 'me', { fields: { full_name: { value: full_name, at: ++at } } }, at));
const later = (period: string) => database.exec(`update sync.quotas set since = since - interval '${period}'`);
const codeOf = (act: Promise<unknown>) => act.then(() => 'accepted').catch(({ code }) => code);

describe('in a minute', () => {
  it('a learner takes and gives back a seat 30 times, by push and directly; the last wish arrives later', async () => {
    const seat = (n: number) =>
      statusOf(premium, doc('registration', events.open, { event_id: events.open, registered: n % 2 === 0 }, ++at));
    expect(await counts(31, seat)).toEqual({ applied: 30, retry: 1 });
    const row = `insert into public.event_registrations (event_id, user_id) values ('${events.open}', '${premium.uid}')`;
    expect(await codeOf(write(database, premium, row))).toBe('PT429');
    expect(await codeOf(ask(database, premium, `register_for_event('${premium.uid}', '${events.open}')`))).toBe(
      'PT429',
    );
    await later('1 minute');
    expect(await seat(0)).toBe('applied');
  });

  it('a learner likes and unlikes 30 times', async () => {
    const like = (n: number) =>
      statusOf(premium, doc('like', videos.basic, { video_id: videos.basic, liked: n % 2 === 0 }, ++at));
    expect(await counts(31, like)).toEqual({ applied: 30, retry: 1 });
    const row = `insert into public.video_likes (video_id, user_id) values ('${videos.basic}', '${premium.uid}')`;
    expect(await codeOf(write(database, premium, row))).toBe('PT429');
    await later('1 minute');
    expect(await like(0)).toBe('applied');
  });
});

describe('a rename', () => {
  const directly = (name: string) =>
    codeOf(write(database, pro, `update public.profiles set full_name = '${name}' where id = '${pro.uid}'`));
  const names = async () => {
    const rows = await database.query<{ name: string; count: number }>(
      `select body::jsonb ->> 'user_name' as name, count(*)::int from sync.feed
         where scope = 'video:${videos.basic}' and kind = 'comments' and not deleted
           and body::jsonb ->> 'user_id' = '${pro.uid}' group by 1 order by 1`,
    );
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
  };

  it('is possible five times an hour, and other fields always', async () => {
    expect(await counts(6, (n) => rename(`Име ${n}`))).toEqual({ applied: 5, retry: 1 });
    expect(await directly('Друго')).toBe('PT429');
    const bio = doc('profile', 'me', { fields: { bio: { value: 'За мен', at: ++at } } }, at);
    expect(await statusOf(pro, bio)).toMatch(/applied|merged/);
    await later('1 hour');
    expect(await rename('Петя')).toMatch(/applied|merged/);
    const profile = await published(database, `account:${pro.uid}`, 'profiles', pro.uid);
    expect(profile).toMatchObject({ full_name: 'Петя', bio: 'За мен' });
  });

  it('of an author of few comments is published at once, one of many in a background job', async () => {
    const add = (from: number, to: number) =>
      database.query(
        `insert into public.video_comments (id, video_id, user_id, content)
           select ('00000000-0000-4000-8000-' || lpad(g::text, 12, '0'))::uuid, $1, $2, 'c' from generate_series($3::int, $4::int) g`,
        [videos.basic, pro.uid, from, to],
      );
    await database.query('delete from public.video_comments where user_id = $1', [pro.uid]);
    await add(1, 200);
    expect(await directly('Ана')).toBe('accepted');
    expect(await names()).toEqual({ Ана: 200 });
    await add(201, 450);
    expect(await directly('Боряна')).toBe('accepted');
    expect(await names()).toEqual({ Ана: 450 });
    const done: number[] = [];
    do done.push((await database.query<{ n: number }>('select public.republish_authors() as n'))[0]?.n ?? 0);
    while (done.at(-1) !== 0);
    expect(done).toEqual([200, 200, 50, 0]);
    expect(await names()).toEqual({ Боряна: 450 });
    expect(await published(database, `video:${videos.basic}`, 'comments', idOf(450))).toMatchObject({
      user_name: 'Боряна',
    });
  });

  it('in the middle of the job starts it again', async () => {
    await directly('Вера');
    await database.query('select public.republish_authors()');
    await directly('Галя');
    for (let n = 0; n < 4; n++) await database.query('select public.republish_authors()');
    expect(await names()).toEqual({ Галя: 450 });
    expect(await database.query('select from sync.waiting_authors')).toEqual([]);
  });
});
