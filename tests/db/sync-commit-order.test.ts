/** On a real PostgreSQL with concurrent writers: a cursor never passes a change that commits later, and there are no deadlocks. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Actor, type Session, startPostgres, type TestPostgres } from '../helpers/database';
import { seedOfRun } from '../helpers/journal-arbitraries';
import { digestOf, emptyCopy, follow } from '../helpers/pull';
import { buildSchool, premium, videos } from '../helpers/school';
import { until } from '../helpers/until';

const WRITERS = 8;
const COMMITS = 20_000;
const COLD_ACCOUNTS = 40;
const seed = seedOfRun('commit order');

let cluster: TestPostgres;
beforeAll(async () => {
  cluster = await startPostgres();
  await buildSchool(cluster);
  await cluster.exec(`insert into auth.users (id, email, email_confirmed_at)
    select ('70000000-0000-4000-8001-' || lpad(n::text, 12, '0'))::uuid, 'cold' || n || '@school.test', now() from generate_series(0, ${COLD_ACCOUNTS - 1}) n;
    update public.user_subscriptions set has_pro_plan = true where email like 'cold%'; analyze`);
});
afterAll(() => cluster.stop());

const cold = (n: number): Actor & { uid: string } => ({
  role: 'authenticated',
  uid: `70000000-0000-4000-8001-${String(n).padStart(12, '0')}`,
});

/** A small and fast random generator with a seed. */
function randomOf(start: number): (below: number) => number {
  let state = start >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % below;
  };
}

/**
 * Picks a random transaction. Most write one document to a hot (often written) or a cold journal; the others write to several journals or to
 * shared scopes. @returns its SQL, and the scope and key of each document that it publishes
 */
function act(
  random: (below: number) => number,
  id: string,
): { sql: string; published: [scope: string, document: string][] } {
  const journal = (uid: string, part: string) => ({
    sql: `insert into sync.journal (user_id, id, kind, at, active_on, rev, data) values ('${uid}', 'read/${id}${part}', 'read', 1, '2026-11-01', 1, '{}')`,
    published: [[`journal:${uid}`, `read/read/${id}${part}`]] as [string, string][],
  });
  const hot = premium.uid;
  const someone = cold(random(COLD_ACCOUNTS)).uid;
  const choice = random(100);
  if (choice < 40) return journal(hot, '');
  if (choice < 80) return journal(someone, '');
  if (choice < 90) {
    const parts = [journal(hot, 'a'), journal(someone, 'b'), journal(cold(random(COLD_ACCOUNTS)).uid, 'c')].sort(
      () => random(2) - 0.5,
    );
    return {
      sql: `begin; ${parts.map(({ sql }) => sql).join('; ')}; commit`,
      published: parts.flatMap(({ published }) => published),
    };
  }
  if (choice < 95) {
    return {
      sql: `insert into public.news (id, title, summary, content, slug, status) values ('${id}', 'x', 'x', 'x', '${id}', 'published')`,
      published: [
        ['public', `news/${id}`],
        ['plan:premium', `news_bodies/${id}`],
      ],
    };
  }
  return {
    sql: `insert into public.video_comments (id, video_id, user_id, content) values ('${id}', '${videos.basic}', '${someone}', 'x')`,
    published: [[`video:${videos.basic}`, `comments/${id}`]],
  };
}

it(`all ${COMMITS} commits of ${WRITERS} writers on hot and cold scopes reach a reader that pages by cursor [FEED-2]`, {
  timeout: 240_000,
}, async () => {
  const published = new Map<string, Set<string>>();
  let writing = true;
  let next = 0;
  const idOf = (n: number) => `bbbb0000-0000-4000-8000-${String(n).padStart(12, '0')}`;

  const write = async (writer: number) => {
    const session = await cluster.connect();
    const random = randomOf(seed + writer);
    while (next < COMMITS) {
      const { sql, published: documents } = act(random, idOf(next++));
      await session.exec(sql);
      for (const [scope, document] of documents) {
        const known = published.get(scope) ?? new Set<string>();
        published.set(scope, known.add(document));
      }
    }
    await session.close();
  };

  const shared = ['public', 'plan:premium', `journal:${premium.uid}`, `video:${videos.basic}`];
  const followed = [
    ...shared.map((scope) => ({ scope, actor: premium as Actor, copy: emptyCopy() })),
    ...Array.from({ length: COLD_ACCOUNTS }, (_, n) => ({
      scope: `journal:${cold(n).uid}`,
      actor: cold(n) as Actor,
      copy: emptyCopy(),
    })),
  ];
  const readAll = async (session: Session, list: typeof followed, limit: number) => {
    for (const { scope, actor, copy } of list) await follow(session, actor, scope, copy, limit);
  };
  let rounds = 0;
  const read = async () => {
    const session = await cluster.connect();
    while (writing) {
      await readAll(session, followed.slice(0, shared.length), 100);
      await readAll(session, [followed[shared.length + (rounds++ % COLD_ACCOUNTS)]] as typeof followed, 100);
      // The pause leaves the CPU to the writers, which are under test.
      await sleep(20);
    }
    await session.close();
  };

  const started = performance.now();
  const reader = read();
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer))).finally(() => {
    writing = false;
  });
  const seconds = (performance.now() - started) / 1000;
  await reader;
  await readAll(cluster, followed, 1000);

  let missed = 0;
  let expected = 0;
  for (const { scope, actor, copy } of followed) {
    for (const document of published.get(scope) ?? []) {
      expected += 1;
      if (!copy.rows.has(document)) missed += 1;
    }
    expect((await follow(cluster, actor, scope, copy)).digest, scope).toEqual(digestOf(copy));
  }
  console.log(
    `commit order: ${Math.round(COMMITS / seconds)} commits/s, ${rounds} rounds of the reader, ${expected} documents, ${missed} missed`,
  );
  expect(missed).toBe(0);
  expect(rounds).toBeGreaterThan(10);
});

it('a naive cursor, a number taken when the row is written, misses the row that commits later [FEED-2]', async () => {
  await cluster.exec('create table public.naive (seq bigserial primary key, document text)');
  const [slow, fast] = [await cluster.connect(), await cluster.connect()];
  await slow.exec(`begin; insert into public.naive (document) values ('slow')`);
  await fast.exec(`insert into public.naive (document) values ('fast')`);
  const page = async (after: number) =>
    cluster.query<{ seq: number; document: string }>(
      'select seq, document from public.naive where seq > $1 order by seq',
      [after],
    );
  const first = await page(0);
  await slow.exec('commit');
  const second = await page(first.at(-1)?.seq ?? 0);
  expect([...first, ...second].map(({ document }) => document)).toEqual(['fast']);
  await Promise.all([slow.close(), fast.close()]);
});

it('with our cursor the later commit has the later number, and a document of two writers ends in its last state [FEED-2]', async () => {
  const scope = `journal:${premium.uid}`;
  const copy = emptyCopy();
  await follow(cluster, premium, scope, copy);
  const [slow, fast] = [await cluster.connect(), await cluster.connect()];
  const insert = (id: string) =>
    `insert into sync.journal (user_id, id, kind, at, active_on, rev, data) values ('${premium.uid}', 'read/${id}', 'read', 1, '2026-11-01', 1, '{}')`;
  await slow.exec(
    `begin; ${insert('slow')}; insert into public.tests (course_id, video_id, title) select course_id, id, 'x' from public.videos where id = '${videos.basic}'`,
  );
  await fast.exec(
    `begin; ${insert('fast')}; insert into public.tests (course_id, video_id, title) select course_id, id, 'y' from public.videos where id = '${videos.basic}'; commit`,
  );
  await follow(cluster, premium, scope, copy);
  await slow.exec('commit');
  await follow(cluster, premium, scope, copy);
  expect(copy.rows.get('read/read/slow')?.seq).toBeGreaterThan(
    copy.rows.get('read/read/fast')?.seq ?? Number.POSITIVE_INFINITY,
  );
  // Before its commit, each transaction saw only its own new quiz. The published row of the video must count both quizzes.
  const card = emptyCopy();
  await follow(cluster, premium, 'public', card);
  expect(card.rows.get(`videos/${videos.basic}`)?.body).toMatchObject({ test_count: 3 });
  await Promise.all([slow.close(), fast.close()]);
});

it('only one of twenty concurrent learners gets the last seat [SEAT-1]', async () => {
  const event = 'ffff0000-0000-4000-8000-000000000001';
  await cluster.exec(
    `insert into public.events (id, title, start_date, end_date, max_participants) values ('${event}', 'Последно място', now() + interval '1 day', now() + interval '25 hours', 3)`,
  );
  const sessions = await Promise.all(Array.from({ length: WRITERS }, () => cluster.connect()));
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      (sessions[n % WRITERS] as Session)
        .query('select sync.apply_registration($1, $2, true)', [cold(n).uid, event])
        .then(
          () => 'seat',
          (error: Error) => error.message,
        ),
    ),
  );
  expect(answers.sort()).toEqual([...Array.from({ length: 17 }, () => 'event_full'), 'seat', 'seat', 'seat']);
  expect(await cluster.query('select current_participants as taken from public.events where id = $1', [event])).toEqual(
    [{ taken: 3 }],
  );
  await Promise.all(sessions.map((session) => session.close()));
});

it.each([
  ['given back', 'delete from public.event_registrations'],
  ['cancelled', `update public.event_registrations set status = 'cancelled'`],
])('two seats that are %s concurrently are two free seats [SEAT-2]', async (how, giveBack) => {
  const event = how === 'cancelled' ? 'ffff0000-0000-4000-8000-000000000002' : 'ffff0000-0000-4000-8000-000000000003';
  await cluster.exec(
    `insert into public.events (id, title, start_date, end_date) values ('${event}', 'Две места', now() + interval '1 day', now() + interval '25 hours');
     insert into public.event_registrations (event_id, user_id) values ('${event}', '${cold(0).uid}'), ('${event}', '${cold(1).uid}')`,
  );
  const [one, two] = [await cluster.connect(), await cluster.connect()];
  await one.exec(`begin; ${giveBack} where event_id = '${event}' and user_id = '${cold(0).uid}'`);
  const later = two.exec(`begin; ${giveBack} where event_id = '${event}' and user_id = '${cold(1).uid}'`);
  const waiting = () => cluster.query(`select from pg_stat_activity where wait_event_type = 'Lock'`);
  await until(async () => expect(await waiting()).toHaveLength(1));
  await one.exec('commit');
  await later;
  await two.exec('commit');
  expect(await cluster.query('select current_participants as taken from public.events where id = $1', [event])).toEqual(
    [{ taken: 0 }],
  );
  await Promise.all([one.close(), two.close()]);
});

it('two devices of one account that record different days concurrently make one streak [MERGE-9]', async () => {
  const { uid } = cold(0);
  const [one, two] = [await cluster.connect(), await cluster.connect()];
  await one.exec(`begin; insert into public.user_activity (user_id, active_on) values ('${uid}', '2026-11-01')`);
  await two.exec(`begin; insert into public.user_activity (user_id, active_on) values ('${uid}', '2026-11-02')`);
  await Promise.all([one.exec('commit'), two.exec('commit')]);
  expect(
    await cluster.query('select current_streak, longest_streak from public.user_streaks where user_id = $1', [uid]),
  ).toEqual([{ current_streak: 2, longest_streak: 2 }]);
  await Promise.all([one.close(), two.close()]);
});

it('a lesson added while its course becomes premium requires the plan, whichever commit is last [FEED-5]', async () => {
  for (const order of ['lesson', 'course'] as const) {
    const course = order === 'lesson' ? 'cccc0000-0000-4000-8000-000000000001' : 'cccc0000-0000-4000-8000-000000000002';
    await cluster.exec(
      `insert into public.courses (id, title, status, plan_type) values ('${course}', 'x', 'published', 'free')`,
    );
    const [writer, changer] = [await cluster.connect(), await cluster.connect()];
    await writer.exec(`begin; insert into public.videos (id, course_id, title) values ('${course}', '${course}', 'x')`);
    await changer.exec(`begin; update public.courses set plan_type = 'premium' where id = '${course}'`);
    for (const session of order === 'lesson' ? [changer, writer] : [writer, changer]) await session.exec('commit');
    expect(
      await cluster.query(`select scope from sync.feed where kind = 'lessons' and row_id = $1 and not deleted`, [
        course,
      ]),
      `${order} last`,
    ).toEqual([{ scope: 'plan:premium' }]);
    await Promise.all([writer.close(), changer.close()]);
  }
});
