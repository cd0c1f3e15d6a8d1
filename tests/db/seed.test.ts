/** The seed on the real migrations: it can be loaded twice, and its descriptions match its data. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { courseShapes } from '@/ui/drawing/printed';
import { stretchClip } from '../../supabase/clips/stretch-clip';
import { openDatabase, type TestDatabase } from '../helpers/database';

const supabase = fileURLToPath(new URL('../../supabase/', import.meta.url));
const bundled = fileURLToPath(new URL('../../public/', import.meta.url));
const seed = readdirSync(`${supabase}seed`)
  .sort()
  .map((name) => readFileSync(`${supabase}seed/${name}`, 'utf8'))
  .join('\n');
const seedAccounts = ['seed-accounts.sql', 'seed-accounts-discussion.sql']
  .map((name) => readFileSync(`${supabase}${name}`, 'utf8'))
  .join('\n');
const emails = ['free', 'pro', 'premium', 'admin', 'super'].map((name) => `${name}@sloy.test`);

/** Tables that the seed leaves empty: devices need real push endpoints; reports, jobs and keys are created at run time. */
const LEFT_EMPTY = [
  'background_jobs',
  'billing_details',
  'certificate_keys',
  'client_errors',
  'comment_reports',
  'consents',
  'contact_requests',
  'notification_sends',
  'push_devices',
  'slug_history',
  'test_versions',
  'user_push_tokens',
];
const MIRROR_KINDS = [
  'courses',
  'videos',
  'lessons',
  'tests',
  'news',
  'news_bodies',
  'events',
  'event_links',
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
const JOURNAL_KINDS = [
  'progress',
  'attempt',
  'day',
  'registration',
  'like',
  'comment',
  'note',
  'read',
  'profile',
  'cart',
  'view',
];

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
  for (const email of emails)
    await db.query('insert into auth.users (id, email, email_confirmed_at) values (gen_random_uuid(), $1, now())', [
      email,
    ]);
  await db.exec(
    `update public.user_subscriptions set has_pro_plan = email like 'pro@%', has_premium_plan = email not in ('free@sloy.test', 'pro@sloy.test')`,
  );
  await db.exec(seedAccounts);
}, 180_000);
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

test('the minimum of a certificate is the passing score of its quiz', async () => {
  const rows = await db.query(
    `select t.title from public.certificate_requirements r join public.tests t on t.id = r.test_id
      where r.minimum_score <> t.passing_score`,
  );
  expect(rows).toEqual([]);
});

test('every table has a row, except those that learners and the server fill', async () => {
  const empty = Object.entries(await countAll()).flatMap(([name, count]) => (count === 0 ? [name] : []));
  expect(empty.sort()).toEqual(LEFT_EMPTY);
});

test('every kind and every type of scope has a row in the feed', async () => {
  const rows = await db.query<{ scope: string; kind: string }>(
    "select distinct split_part(scope, ':', 1) as scope, kind from sync.feed where not deleted",
  );
  expect(new Set(rows.map((row) => row.kind))).toEqual(new Set([...MIRROR_KINDS, ...JOURNAL_KINDS]));
  expect(new Set(rows.map((row) => row.scope))).toEqual(new Set(['public', 'plan', 'account', 'journal', 'video']));
});

test('the school has seven courses with different shapes, twelve achievements and events of every state', async () => {
  const courses = await db.query<{
    plan_type: string;
    lessons: number;
    opens_free: boolean;
    shape: string;
    category: string;
  }>(
    `select c.plan_type, c.shape, c.category, count(*)::int as lessons, (bool_or(v.is_free_preview and v.order_position = 1)) as opens_free,
      (array_agg(v.order_position order by v.order_position) = array_agg(n::int order by n)) as in_order
      from public.courses c join (select *, row_number() over (partition by course_id order by order_position) as n from public.videos) v
        on v.course_id = c.id group by c.id order by c.id`,
  );
  expect(courses).toMatchObject([
    { category: 'Печат', plan_type: 'basic', lessons: 4, opens_free: true, in_order: true },
    { category: 'Калибриране', plan_type: 'basic', lessons: 4, opens_free: false, in_order: true },
    { category: 'Начало', plan_type: 'free', lessons: 3, opens_free: true, in_order: true },
    { category: 'Моделиране', plan_type: 'premium', lessons: 5, opens_free: false, in_order: true },
    { category: 'Слайсинг', plan_type: 'basic', lessons: 4, opens_free: true, in_order: true },
    { category: 'Материали', plan_type: 'basic', lessons: 5, opens_free: true, in_order: true },
    { category: 'Моделиране', plan_type: 'basic', lessons: 4, opens_free: true, in_order: true },
  ]);
  expect(courses.map((course) => course.shape).sort()).toEqual([...courseShapes].sort());
  const icons = await db.query<{ icon: string }>('select distinct icon from public.achievements');
  expect(icons).toHaveLength(12);
  const states = await db.query<{
    state: string;
  }>(`select case when status <> 'active' then status when not is_free then 'premium'
    when current_participants >= max_participants then 'full' when start_date <= now() and end_date > now() then 'running'
    when start_date > now() then 'upcoming' end as state from public.events order by id`);
  expect(states.map((row) => row.state)).toEqual([
    'completed',
    'running',
    'upcoming',
    'full',
    'premium',
    'draft',
    'upcoming',
    'premium',
  ]);
  const modules = await db.query<{ n: number }>(
    'select jsonb_array_length(modules) as n from public.course_templates order by id',
  );
  expect(modules.map((row) => row.n)).toEqual([6, 10, 8, 7]);
});

test('every question has a right answer: single choice and true/false exactly one, multiple choice right and wrong ones', async () => {
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
  expect(tests).toHaveLength(11);
  for (const { types, n } of tests) {
    expect(types).toBe(3);
    expect(n).toBeGreaterThanOrEqual(5);
    expect(n).toBeLessThanOrEqual(10);
  }
  const [rules] =
    await db.query(`select count(*) filter (where time_limit > 0)::int as timed, count(*) filter (where shuffle)::int as shuffled,
    count(*) filter (where max_attempts > 0)::int as counted from public.tests where status = 'published'`);
  expect(rules).toEqual({ timed: 6, shuffled: 5, counted: 4 });
});

test('a device receives a digest for every question of a practice quiz, none for a graded one, and never the key', async () => {
  const [found] = await db.query<{ questions: number; graded: number; digests: number; keys: number }>(
    `select (select count(*)::int from public.test_questions q join public.tests t on t.id = q.test_id where t.status = 'published') as questions,
      (select count(*)::int from public.test_questions q join public.tests t on t.id = q.test_id where t.status = 'published' and sync.is_graded(t.id)) as graded,
      (select count(*)::int from sync.feed f, json_array_elements(f.body -> 'questions') q where f.kind = 'tests' and length(q ->> 'answer_digest') = 64) as digests,
      (select count(*)::int from sync.feed f where f.kind = 'tests' and f.body::text like '%isCorrect%') as keys`,
  );
  expect(found?.questions).toBeGreaterThanOrEqual(70);
  expect(found?.graded).toBeGreaterThanOrEqual(30);
  expect(found).toMatchObject({ digests: (found?.questions ?? 0) - (found?.graded ?? 0), keys: 0 });
});

test('eight news items with long articles are published, and three certificates have templates', async () => {
  const news = await db.query<{ words: number }>(
    "select array_length(regexp_split_to_array(btrim(content), '\\s+'), 1) as words from public.news where status = 'published'",
  );
  expect(news.length).toBeGreaterThanOrEqual(8);
  for (const { words } of news) expect(words).toBeGreaterThan(80);
  const certificates = await db.query<{ template_url: string; x: number; y: number; required: number }>(
    `select c.template_url, (c.name_position ->> 'x')::int as x, (c.name_position ->> 'y')::int as y, count(r.id)::int as required
      from public.certificates c join public.certificate_requirements r on r.certificate_id = c.id group by c.id`,
  );
  expect(certificates).toHaveLength(3);
  for (const { template_url, x, y, required } of certificates) {
    expect(required).toBeGreaterThanOrEqual(2);
    const png = readFileSync(`${supabase}media/${template_url.replace('/storage/v1/object/public/', '')}`);
    // A4 landscape, in an integer multiple of 1123 × 794 pixels.
    expect([png.readUInt32BE(16) / 1123, png.readUInt32BE(20) / 794]).toEqual([2, 2]);
    expect(png.length).toBeLessThanOrEqual(1_000_000);
    expect([x, y]).toEqual([64, 48]);
  }
});

test('the demo learner has a streak, a certificate and an event registration, all created through the product', async () => {
  const [pro] =
    await db.query(`select s.current_streak, (select array_agg(r.score order by r.score) from public.test_results r where r.user_id = u.id) as scores,
      (select count(*)::int from public.user_certificates c where c.user_id = u.id and c.completed) as earned, p.full_name
    from auth.users u join public.user_streaks s on s.user_id = u.id join public.profiles p on p.id = u.id where u.email = 'pro@sloy.test'`);
  expect(pro).toEqual({ current_streak: 9, scores: [60, 80, 83, 88, 100, 100], earned: 1, full_name: 'Иван Петров' });
});

test('other learners comment on lessons, cannot sign in, and are absent from the first lessons', async () => {
  const fellows = await db.query<{ said: number; encrypted_password: string | null }>(
    `select u.encrypted_password, (select count(*)::int from public.video_comments c where c.user_id = u.id) as said from auth.users u where u.email like '%@example.com'`,
  );
  expect(fellows).toHaveLength(5);
  for (const { said, encrypted_password } of fellows) {
    expect(said).toBeGreaterThan(0);
    expect(encrypted_password).toBeNull();
  }
  const [quiet] = await db.query<{ n: number }>(
    `select count(*)::int as n from public.video_likes where video_id in ('d0000000-0000-4000-8000-000000000002', 'd0000000-0000-4000-8000-000000000003')`,
  );
  expect(quiet?.n).toBe(0);
});

/** Duration of an MP4 (s) from its movie header (version 0). */
function secondsOf(file: Buffer): number {
  const at = file.indexOf('mvhd') + 4;
  return file.readUInt32BE(at + 16) / file.readUInt32BE(at + 12);
}

const seconds = (clock: string): number => clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

function cuesOf(vtt: string): { from: number; to: number; text: string }[] {
  const [head = '', ...blocks] = vtt.trim().split(/\n\n+/);
  expect(head.split('\n')[0]).toBe('WEBVTT');
  return blocks.map((block) => {
    const [, from, to, text] =
      /^\d+\n(\d\d:\d\d:\d\d\.\d{3}) --> (\d\d:\d\d:\d\d\.\d{3})\n(\S[^\n]*)$/.exec(block) ?? [];
    if (!from || !to || !text) throw new Error(`not a cue: ${block}`);
    return { from: seconds(from), to: seconds(to), text };
  });
}

describe('videos and files', () => {
  test('every lesson names an existing video with its real size and length', async () => {
    const lessons = await db.query<{ video_url: string; media_bytes: number; duration_seconds: number }>(
      'select video_url, media_bytes::int, duration_seconds from public.videos',
    );
    for (const lesson of lessons) {
      const big = lesson.video_url === 'lessons/big.mp4';
      const file = readFileSync(`${supabase}media/${big ? 'lessons/vase.mp4' : lesson.video_url}`);
      const video = big ? stretchClip(file, lesson.media_bytes) : file;
      expect(video.length, lesson.video_url).toBe(lesson.media_bytes);
      expect(secondsOf(video), lesson.video_url).toBeCloseTo(lesson.duration_seconds, 1);
    }
    expect(lessons.find((lesson) => lesson.video_url === 'lessons/big.mp4')?.media_bytes).toBeGreaterThanOrEqual(
      30_000_000,
    );
  });

  test('captions are WebVTT with readable cues over the whole video', async () => {
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

  test('the feed has the chapters of every lesson: two or more, without a gap, from its start to its end', async () => {
    const lessons = await db.query<{ row_id: string; chapters: string; duration_seconds: number }>(
      `select f.row_id, f.body ->> 'chapters' as chapters, v.duration_seconds
         from sync.feed f join public.videos v on v.id::text = f.row_id where f.kind = 'lessons' and not f.deleted`,
    );
    expect(lessons.length).toBeGreaterThan(0);
    for (const { row_id, chapters, duration_seconds } of lessons) {
      const times = [...chapters.matchAll(/(\d\d:\d\d:\d\d\.\d{3}) --> (\d\d:\d\d:\d\d\.\d{3})/g)];
      const [starts, ends] = [1, 2].map((group) => times.map((time) => seconds(time[group] ?? ''))) as [
        number[],
        number[],
      ];
      expect(starts.length, row_id).toBeGreaterThanOrEqual(2);
      expect([starts[0], ...ends.slice(0, -1)], row_id).toEqual([0, ...starts.slice(1)]);
      expect(ends.at(-1), row_id).toBeCloseTo(duration_seconds, 0);
    }
  });

  test('every resource has its real file size, and a hidden one is in no lesson of the feed', async () => {
    const files = await db.query<{ file_url: string; size: number }>(
      'select file_url, file_size::int as size from public.course_resources union select file_url, file_size::int from public.video_resources',
    );
    for (const { file_url, size } of files)
      expect(statSync(`${supabase}media/resources/${file_url}`).size, file_url).toBe(size);
    const [hidden] = await db.query<{ n: number }>(
      "select count(*)::int as n from sync.feed f where f.kind = 'lessons' and exists (select from public.course_resources r where not r.is_visible and f.body::text like '%' || r.title || '%')",
    );
    expect(hidden?.n).toBe(0);
  });

  test('every printable part is closed: each edge belongs to two triangles, once in each direction', () => {
    const parts = readdirSync(`${supabase}media/resources`).filter((name) => name.endsWith('.stl'));
    expect(parts.length).toBeGreaterThanOrEqual(6);
    for (const part of parts) {
      const stl = readFileSync(`${supabase}media/resources/${part}`);
      expect(stl.readUInt32LE(80) * 50 + 84, part).toBe(stl.length);
      const edges = new Map<string, number>();
      const corner = (at: number) => stl.toString('hex', at, at + 12).replaceAll('00000080', '00000000'); // -0 is 0
      for (let at = 84; at < stl.length; at += 50) {
        const [a, b, c] = [12, 24, 36].map((offset) => corner(at + offset)) as [string, string, string];
        for (const edge of [`${a}|${b}`, `${b}|${c}`, `${c}|${a}`]) edges.set(edge, (edges.get(edge) ?? 0) + 1);
      }
      const open = [...edges].filter(
        ([edge, count]) => count !== 1 || edges.get(edge.split('|').reverse().join('|')) !== 1,
      );
      expect(open, part).toEqual([]);
    }
  });

  test('the documents are PDFs of one page, and no resource is large', () => {
    const folder = `${supabase}media/resources/`;
    for (const name of readdirSync(folder)) {
      const file = readFileSync(folder + name);
      expect(file.length, name).toBeLessThanOrEqual(1_000_000);
      if (!name.endsWith('.pdf')) continue;
      expect(file.subarray(0, 5).toString(), name).toBe('%PDF-');
      expect(file.toString('latin1').match(/\/Type \/Page\b/g), name).toHaveLength(1);
    }
  });

  test('committed videos stay small', () => {
    const videos = readdirSync(`${supabase}media/lessons`);
    expect(videos.length).toBeGreaterThanOrEqual(8);
    for (const video of videos)
      expect(statSync(`${supabase}media/lessons/${video}`).size, video).toBeLessThanOrEqual(1_000_000);
    expect(existsSync(`${bundled}media/sample.mp4`)).toBe(true);
    expect(statSync(`${bundled}media/sample.mp4`).size).toBeLessThanOrEqual(500_000);
    expect(statSync(`${bundled}videos/test.mp4`).size).toBeLessThanOrEqual(400_000);
  });
});

test('comments have a position in their lesson, and a teacher replies', async () => {
  const pinned = await db.query<{ id: string; fits: boolean; replies: number; taught: boolean }>(
    `select c.id, c.position < v.duration_seconds * 1000 as fits,
      (select count(*)::int from public.video_comments r where r.parent_id = c.id) as replies,
      exists (select from public.video_comments r join public.admin_users a on a.user_id = r.user_id where r.parent_id = c.id) as taught
    from public.video_comments c join public.videos v on v.id = c.video_id where c.position is not null order by c.id`,
  );
  expect(pinned).toHaveLength(4);
  for (const { id, fits } of pinned) expect(fits, id).toBe(true);
  expect(pinned.filter(({ replies }) => replies > 0)).toHaveLength(3);
  expect(pinned.filter(({ taught }) => taught)).toHaveLength(2);
});
