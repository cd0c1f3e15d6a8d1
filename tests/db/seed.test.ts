/** The seed school against the real migrations: it loads, a second time too, and what it says about itself is true. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stretchClip } from '../../supabase/clips/stretch-clip';
import { openDatabase, type TestDatabase } from '../helpers/database';

const supabase = fileURLToPath(new URL('../../supabase/', import.meta.url));
const bundled = fileURLToPath(new URL('../../public/', import.meta.url));
const seed = readFileSync(`${supabase}seed.sql`, 'utf8');
const seedAccounts = readFileSync(`${supabase}seed-accounts.sql`, 'utf8');
const emails = ['free', 'pro', 'premium', 'admin', 'super'].map((name) => `${name}@sloy.test`);

/** Filled by visitors and devices alone. */
const LEFT_EMPTY = ['store_launch_notifications', 'user_push_tokens'];
const MIRROR_KINDS = [
  'courses',
  'videos',
  'lessons',
  'tests',
  'news',
  'news_bodies',
  'events',
  'certificates',
  'achievements',
  'notifications',
  'subscriptions',
  'profiles',
  'streaks',
  'achievement_progress',
  'certificate_progress',
  'results',
  'comments',
  'video_stats',
];
const JOURNAL_KINDS = ['progress', 'attempt', 'day', 'registration', 'like', 'comment', 'note', 'read', 'profile', 'cart', 'view'];

let db: TestDatabase;

async function countAll(): Promise<Record<string, number>> {
  const tables = await db.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' union all values ('../journal')",
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const from = name === '../journal' ? 'sync.journal' : `public.${name}`;
    counts[name] = (await db.query<{ n: number }>(`select count(*)::int as n from ${from}`))[0]?.n ?? 0;
  }
  return counts;
}

beforeAll(async () => {
  db = await openDatabase();
  await db.exec(seed);
  for (const email of emails) await db.query('insert into auth.users (id, email, email_confirmed_at) values (gen_random_uuid(), $1, now())', [email]);
  await db.exec(
    `update public.user_subscriptions set has_pro_plan = email like 'pro@%', has_premium_plan = email not in ('free@sloy.test', 'pro@sloy.test')`,
  );
  await db.exec(seedAccounts);
});
afterAll(() => db.close());

test('the seed can run again and changes nothing', async () => {
  const before = await countAll();
  const feed = () => db.query('select scope, seq::int from sync.scope order by scope');
  const numbers = await feed();
  await db.exec(seed);
  await db.exec(seedAccounts);
  expect(await countAll()).toEqual(before);
  expect(await feed()).toEqual(numbers);
});

test('every table has a row, except those that only visitors and devices fill', async () => {
  const empty = Object.entries(await countAll()).flatMap(([name, count]) => (count === 0 ? [name] : []));
  expect(empty.sort()).toEqual(LEFT_EMPTY);
});

test('every kind of the feed and every sort of scope has a living row', async () => {
  const rows = await db.query<{ scope: string; kind: string }>(
    "select distinct split_part(scope, ':', 1) as scope, kind from sync.feed where not deleted",
  );
  expect(new Set(rows.map((row) => row.kind))).toEqual(new Set([...MIRROR_KINDS, ...JOURNAL_KINDS]));
  expect(new Set(rows.map((row) => row.scope))).toEqual(new Set(['public', 'plan', 'account', 'journal', 'video']));
});

test('the school has its four courses with their lessons, twelve achievements and events of every state', async () => {
  expect(
    await db.query(`select c.plan_type, count(*)::int as lessons, (bool_or(v.is_free_preview and v.order_position = 1)) as opens_free
      from public.courses c join public.videos v on v.course_id = c.id group by c.id order by c.id`),
  ).toEqual([
    { plan_type: 'basic', lessons: 4, opens_free: true },
    { plan_type: 'basic', lessons: 3, opens_free: false },
    { plan_type: 'free', lessons: 2, opens_free: true },
    { plan_type: 'premium', lessons: 1, opens_free: false },
  ]);
  const icons = await db.query<{ icon: string }>('select distinct icon from public.achievements');
  expect(icons).toHaveLength(12);
  const states = await db.query<{ state: string }>(`select case when status <> 'active' then status when not is_free then 'premium'
    when current_participants >= max_participants then 'full' when start_date <= now() and end_date > now() then 'running'
    when start_date > now() then 'upcoming' end as state from public.events order by id`);
  expect(states.map((row) => row.state)).toEqual(['completed', 'running', 'upcoming', 'full', 'premium', 'draft']);
  const modules = await db.query<{ n: number }>('select jsonb_array_length(modules) as n from public.course_templates order by id');
  expect(modules.map((row) => row.n)).toEqual([6, 10, 8, 7]);
});

test('every question has a right answer, single and true/false questions exactly one, multiple choice ones both sorts', async () => {
  const questions = await db.query<{ id: string; type: string; good: number; bad: number; explanation: string | null }>(
    `select q.id, q.type, q.explanation, count(*) filter (where (o ->> 'isCorrect')::boolean)::int as good, count(*) filter (where not (o ->> 'isCorrect')::boolean)::int as bad
     from public.test_questions q, jsonb_array_elements(q.options) o group by q.id`,
  );
  for (const question of questions) {
    expect(question.good, question.id).toBeGreaterThan(question.type === 'multiple_choice' ? 1 : 0);
    expect(question.bad, question.id).toBeGreaterThan(0);
    expect(question.explanation, question.id).toBeTruthy();
    if (question.type !== 'multiple_choice') expect(question.good, question.id).toBe(1);
  }
  const tests = await db.query<{ types: number; n: number }>(
    `select count(distinct q.type)::int as types, count(*)::int as n from public.tests t join public.test_questions q on q.test_id = t.id
     where t.status = 'published' group by t.id`,
  );
  expect(tests).toHaveLength(4);
  for (const { types, n } of tests) {
    expect(types).toBe(3);
    expect(n).toBeGreaterThanOrEqual(5);
  }
});

test('the demo account that learns has a streak, a scored certificate and a place taken, made by the product itself', async () => {
  const [pro] =
    await db.query(`select s.current_streak, (select array_agg(r.score order by r.score) from public.test_results r where r.user_id = u.id) as scores,
      (select count(*)::int from public.user_certificates c where c.user_id = u.id and c.completed) as earned, p.full_name
    from auth.users u join public.user_streaks s on s.user_id = u.id join public.profiles p on p.id = u.id where u.email = 'pro@sloy.test'`);
  expect(pro).toEqual({ current_streak: 9, scores: [83, 100], earned: 1, full_name: 'Иван Петров' });
});

/** Length of an MP4 in seconds, from its movie header (version 0). */
function secondsOf(file: Buffer): number {
  const at = file.indexOf('mvhd') + 4;
  return file.readUInt32BE(at + 16) / file.readUInt32BE(at + 12);
}

const seconds = (clock: string): number => clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

function cuesOf(vtt: string): { from: number; to: number; text: string }[] {
  const [head = '', ...blocks] = vtt.trim().split(/\n\n+/);
  expect(head.split('\n')[0]).toBe('WEBVTT');
  return blocks.map((block) => {
    const [, from, to, text] = /^\d+\n(\d\d:\d\d:\d\d\.\d{3}) --> (\d\d:\d\d:\d\d\.\d{3})\n(\S[^\n]*)$/.exec(block) ?? [];
    if (!from || !to || !text) throw new Error(`not a cue: ${block}`);
    return { from: seconds(from), to: seconds(to), text };
  });
}

describe('films and files', () => {
  test('every lesson names a film that exists, with its true size and length', async () => {
    const lessons = await db.query<{ video_url: string; media_bytes: number; duration_seconds: number }>(
      'select video_url, media_bytes::int, duration_seconds from public.videos',
    );
    for (const lesson of lessons) {
      const big = lesson.video_url === 'lessons/big.mp4';
      const file = readFileSync(`${supabase}media/${big ? 'lessons/vase.mp4' : lesson.video_url}`);
      const film = big ? stretchClip(file, lesson.media_bytes) : file;
      expect(film.length, lesson.video_url).toBe(lesson.media_bytes);
      expect(secondsOf(film), lesson.video_url).toBeCloseTo(lesson.duration_seconds, 1);
    }
    expect(lessons.find((lesson) => lesson.video_url === 'lessons/big.mp4')?.media_bytes).toBeGreaterThanOrEqual(30_000_000);
  });

  test('captions are WebVTT whose cues follow one another over the whole film and leave time to read them', async () => {
    const lessons = await db.query<{ id: string; captions: string; duration_seconds: number }>(
      'select id, captions, duration_seconds from public.videos',
    );
    for (const { id, captions, duration_seconds } of lessons) {
      const cues = cuesOf(captions);
      expect(cues.length, id).toBeGreaterThanOrEqual(8);
      let last = 0;
      for (const cue of cues) {
        expect(cue.from, id).toBeGreaterThanOrEqual(last);
        expect(cue.to, id).toBeGreaterThan(cue.from);
        expect(cue.text.length / (cue.to - cue.from), cue.text).toBeLessThan(21);
        last = cue.to;
      }
      expect(last, id).toBeLessThanOrEqual(duration_seconds);
      expect(last, id).toBeGreaterThan(duration_seconds - 3);
    }
  });

  test('every resource is a file of its true size, and a hidden one is in no lesson of the feed', async () => {
    const files = await db.query<{ file_url: string; size: number }>(
      'select file_url, file_size::int as size from public.course_resources union select file_url, file_size::int from public.video_resources',
    );
    for (const { file_url, size } of files) expect(statSync(`${supabase}media/resources/${file_url}`).size, file_url).toBe(size);
    const [hidden] = await db.query<{ n: number }>(
      "select count(*)::int as n from sync.feed f where f.kind = 'lessons' and exists (select from public.course_resources r where not r.is_visible and f.body::text like '%' || r.title || '%')",
    );
    expect(hidden?.n).toBe(0);
  });

  test('the cube to print is closed: every edge belongs to two triangles', () => {
    const stl = readFileSync(`${supabase}media/resources/kalibracionno-kubche-20mm.stl`);
    const edges = new Map<string, number>();
    const corner = (at: number) => [0, 4, 8].map((axis) => stl.readFloatLE(at + axis).toFixed(4)).join(' ');
    for (let at = 84; at < stl.length; at += 50) {
      const [a, b, c] = [12, 24, 36].map((offset) => corner(at + offset)) as [string, string, string];
      for (const [from, to] of [
        [a, b],
        [b, c],
        [c, a],
      ] as const)
        edges.set(`${from}|${to}`, (edges.get(`${from}|${to}`) ?? 0) + 1);
    }
    for (const [edge, count] of edges) {
      expect(count).toBe(1);
      expect(edges.get(edge.split('|').reverse().join('|'))).toBe(1);
    }
    expect(stl.readUInt32LE(80) * 50 + 84).toBe(stl.length);
  });

  test('committed films stay small', () => {
    const films = readdirSync(`${supabase}media/lessons`);
    expect(films.length).toBeGreaterThanOrEqual(4);
    for (const film of films) expect(statSync(`${supabase}media/lessons/${film}`).size, film).toBeLessThanOrEqual(1_000_000);
    expect(existsSync(`${bundled}media/sample.mp4`)).toBe(true);
    expect(statSync(`${bundled}media/sample.mp4`).size).toBeLessThanOrEqual(500_000);
    expect(statSync(`${bundled}videos/test.mp4`).size).toBeLessThanOrEqual(400_000);
  });
});
