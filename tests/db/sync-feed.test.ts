/** The feed: a document is in the scope of the accounts that may read it, moves when its readers change, and gets its number at commit. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maintainTables } from '../../server/embedded/database/maintenance';
import { openDatabase, type TestDatabase } from '../helpers/database';
import { type Copy, digestOf, emptyCopy, follow } from '../helpers/pull';
import {
  buildSchool,
  certificate,
  courses,
  events,
  news,
  premium,
  pro,
  questions,
  tests,
  videos,
} from '../helpers/school';

let database: TestDatabase;
const copies: Record<string, Copy> = {};
const scopes = ['public', 'plan:basic', 'plan:premium', `account:${premium.uid}`, `video:${videos.basic}`];

beforeAll(async () => {
  database = await openDatabase();
  await buildSchool(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  for (const scope of scopes) {
    copies[scope] ??= emptyCopy();
    await follow(database, premium, scope, copies[scope]);
  }
});

/** Pulls every scope to its head and checks that its digest matches the device's rows. @returns the scopes that contain the document */
async function where(document: string): Promise<string[]> {
  const found: string[] = [];
  for (const scope of scopes) {
    const copy = copies[scope] as Copy;
    const { digest } = await follow(database, premium, scope, copy, 3);
    expect(digest, scope).toEqual(digestOf(copy));
    if (copy.rows.has(document)) found.push(scope);
  }
  return found;
}
const body = (scope: string, document: string) => copies[scope]?.rows.get(document)?.body;

describe('a course that changes its plan', () => {
  it('moves its lessons and quizzes to the new scope and keeps its card public [FEED-5]', async () => {
    expect(await where(`lessons/${videos.basic}`)).toEqual(['plan:basic']);
    await database.exec(`update public.courses set plan_type = 'premium' where id = '${courses.basic}'`);
    expect(await where(`lessons/${videos.basic}`)).toEqual(['plan:premium']);
    expect(await where(`tests/${tests.basic}`)).toEqual(['plan:premium']);
    expect(await where(`videos/${videos.basic}`)).toEqual(['public']);
    expect(await where(`courses/${courses.basic}`)).toEqual(['public']);
    expect(body('public', `courses/${courses.basic}`)).toMatchObject({
      plan_type: 'premium',
      lesson_count: 1,
      duration_seconds: 60,
    });
    await database.exec(`update public.courses set plan_type = 'free' where id = '${courses.basic}'`);
    expect(await where(`lessons/${videos.basic}`)).toEqual(['public']);
    expect(await where(`tests/${tests.basic}`)).toEqual(['plan:basic']);
    await database.exec(`update public.courses set plan_type = 'basic' where id = '${courses.basic}'`);
    expect(await where(`lessons/${videos.basic}`)).toEqual(['plan:basic']);
  });

  it('shows a preview of a premium course to everyone [SCOPE-2]', async () => {
    expect(await where(`lessons/${videos.preview}`)).toEqual(['public']);
    await database.exec(`update public.videos set is_free_preview = false where id = '${videos.preview}'`);
    expect(await where(`lessons/${videos.preview}`)).toEqual(['plan:premium']);
    await database.exec(`update public.videos set is_free_preview = true where id = '${videos.preview}'`);
    expect(await where(`lessons/${videos.preview}`)).toEqual(['public']);
  });

  it('is in no scope as a draft and in all of its scopes when published [FEED-5]', async () => {
    for (const document of [
      `courses/${courses.draft}`,
      `videos/${videos.draft}`,
      `lessons/${videos.draft}`,
      `tests/${tests.draft}`,
    ]) {
      expect(await where(document), document).toEqual([]);
    }
    await database.exec(`update public.courses set status = 'public' where id = '${courses.draft}'`);
    expect(await where(`courses/${courses.draft}`)).toEqual(['public']);
    expect(await where(`lessons/${videos.draft}`)).toEqual(['public']);
    expect(await where(`tests/${tests.draft}`)).toEqual(['plan:basic']);
    await database.exec(`update public.courses set status = 'draft' where id = '${courses.draft}'`);
    for (const document of [
      `courses/${courses.draft}`,
      `videos/${videos.draft}`,
      `lessons/${videos.draft}`,
      `tests/${tests.draft}`,
    ]) {
      expect(await where(document), document).toEqual([]);
    }
  });
});

describe('the projection', () => {
  it('of a quiz contains no answer key: only ids and texts of options, and the digest of the right ones [FEED-6]', async () => {
    await where('tests');
    const test = body('plan:basic', `tests/${tests.basic}`) as {
      graded: boolean;
      questions: { id: string; options: object[]; answer_digest?: string }[];
    };
    expect(JSON.stringify([...(copies['plan:basic'] as Copy).rows.values()])).not.toMatch(
      /isCorrect|explanation|Защото/,
    );
    const [one] = test.questions;
    expect(one?.options).toEqual([
      { id: 'a', text: 'А' },
      { id: 'b', text: 'Б' },
    ]);
    // A certificate requires this quiz, so it is graded and has no digests, which would reveal the answers.
    expect(test.graded).toBe(true);
    expect(test.questions.map(({ answer_digest }) => answer_digest)).toEqual([undefined, undefined, undefined]);
    await database.exec(
      `create temp table required as select * from public.certificate_requirements where test_id = '${tests.basic}';
       delete from public.certificate_requirements where test_id = '${tests.basic}'`,
    );
    await where('tests');
    const practice = body('plan:basic', `tests/${tests.basic}`) as typeof test;
    expect(practice.graded).toBe(false);
    expect(practice.questions[0]?.answer_digest).toBe(await sha256(`${questions.one}:a`));
    expect(practice.questions[1]?.answer_digest).toBe(await sha256(`${questions.two}:a,b`));
    await database.exec('insert into public.certificate_requirements select * from required');
  });

  it('of a news item contains the article for premium only and the summary for everyone [SCOPE-2]', async () => {
    expect(await where(`news_bodies/${news.out}`)).toEqual(['plan:premium']);
    expect(await where(`news/${news.out}`)).toEqual(['public']);
    expect(JSON.stringify(body('public', `news/${news.out}`))).not.toContain('Дълго');
    await database.exec(`update public.news set status = 'draft' where id = '${news.out}'`);
    expect(await where(`news/${news.out}`)).toEqual([]);
    expect(await where(`news_bodies/${news.out}`)).toEqual([]);
    await database.exec(`update public.news set status = 'published' where id = '${news.out}'`);
    expect(await where(`news_bodies/${news.out}`)).toEqual(['plan:premium']);
  });

  it('of a lesson contains visible resources only, and changes with their visibility [FEED-6, FEED-7]', async () => {
    const titles = async () => {
      await where('lessons');
      return (body('plan:basic', `lessons/${videos.basic}`) as { resources: { title: string }[] }).resources
        .map(({ title }) => title)
        .sort();
    };
    expect(await titles()).toEqual(['Видим']);
    await database.exec(`update public.course_resources set is_visible = true where title = 'Скрит'`);
    expect(await titles()).toEqual(['Видим', 'Скрит']);
    await database.exec(`update public.course_resources set is_visible = false where title = 'Скрит'`);
    expect(await titles()).toEqual(['Видим']);
  });

  it('of a certificate contains the title of a required quiz, also after it was renamed [FEED-7]', async () => {
    await database.exec(`update public.tests set title = 'Ново име' where id = '${tests.basic}'`);
    await where('certificates');
    expect(body('public', `certificates/${certificate}`)).toMatchObject({
      requirements: [{ test_id: tests.basic, test_title: 'Ново име', minimum_score: 60 }],
    });
  });

  it('of a comment contains the author’s new name after a change [FEED-7]', async () => {
    await database.exec(`update public.profiles set full_name = 'Нова Име' where id = '${pro.uid}'`);
    await where('comments');
    const [comment] = [...(copies[`video:${videos.basic}`] as Copy).rows].filter(([id]) => id.startsWith('comments/'));
    expect(comment?.[1].body).toMatchObject({ user_name: 'Нова Име', content: 'Хубаво' });
  });

  it('writes times in UTC, whatever the time zone of the session [FEED-8]', async () => {
    await database.exec(
      `begin; set local timezone = 'Asia/Tokyo'; update public.events set title = 'x', start_date = '2026-12-01T10:00:00Z', end_date = '2026-12-01T11:30:00Z' where id = '${events.open}'; commit`,
    );
    await where('events');
    expect(body('public', `events/${events.open}`)).toMatchObject({
      start_date: '2026-12-01T10:00:00.000Z',
      end_date: '2026-12-01T11:30:00.000Z',
      duration_minutes: 90,
    });
  });
});

describe('numbers', () => {
  const head = async (scope: string) =>
    (await database.query<{ seq: number }>('select seq from sync.scope where scope = $1', [scope]))[0]?.seq ?? 0;

  it('increase by one for a changed document, however often the transaction touched it [FEED-1]', async () => {
    const before = await head('public');
    await database.exec(
      `begin; update public.certificates set title = 'а' where id = '${certificate}'; update public.certificates set title = 'б' where id = '${certificate}'; commit`,
    );
    expect(await head('public')).toBe(before + 1);
  });

  it('do not increase when nothing that devices store has changed [FEED-3]', async () => {
    const before = await head('public');
    await database.exec(
      `update public.certificates set template_filename = 'x.png' where id = '${certificate}'; update public.certificates set title = title where id = '${certificate}'`,
    );
    expect(await head('public')).toBe(before);
  });

  it('do not increase after a rollback [FEED-3]', async () => {
    const before = await head('public');
    await database.exec(`begin; update public.certificates set title = 'няма' where id = '${certificate}'; rollback`);
    await database.exec(
      `begin; savepoint a; update public.certificates set title = 'няма' where id = '${certificate}'; rollback to a; commit`,
    );
    expect(await head('public')).toBe(before);
  });

  it('are assigned correctly after a rollback to a savepoint, an early flush and later changes [FEED-3]', async () => {
    const rename = (title: string) => `update public.certificates set title = '${title}' where id = '${certificate}';`;
    await database.exec(`begin; savepoint a; ${rename('първо')} rollback to a; ${rename('второ')} commit`);
    await where(`certificates/${certificate}`);
    expect(body('public', `certificates/${certificate}`)).toMatchObject({ title: 'второ' });
    await database.exec(`begin; ${rename('трето')} set constraints all immediate; ${rename('четвърто')} commit`);
    await where(`certificates/${certificate}`);
    expect(body('public', `certificates/${certificate}`)).toMatchObject({ title: 'четвърто' });
    await database.exec(
      `begin; ${rename('пето')} set constraints all immediate; set constraints all deferred; ${rename('шесто')} commit`,
    );
    await where(`certificates/${certificate}`);
    expect(body('public', `certificates/${certificate}`)).toMatchObject({ title: 'шесто' });
  });

  it('leave nothing in the queue, and maintenance frees its disk space [FEED-9]', async () => {
    await maintainTables({ run: (sql) => database.query(sql) });
    expect(await database.query(`select pg_relation_size('sync.dirty') as bytes`)).toEqual([{ bytes: 0 }]);
    expect(await database.query('select 1 from sync.dirty')).toEqual([]);
  });
});

describe('a deletion', () => {
  it('leaves a tombstone in each scope [FEED-4]', async () => {
    await database.exec(`delete from public.videos where id = '${videos.free}'`);
    expect(await where(`videos/${videos.free}`)).toEqual([]);
    expect(await where(`lessons/${videos.free}`)).toEqual([]);
    const rows = await database.query(
      `select scope, kind from sync.feed where row_id = '${videos.free}' and deleted order by 1, 2`,
    );
    expect(rows).toEqual([
      { scope: 'public', kind: 'lessons' },
      { scope: 'public', kind: 'videos' },
      { scope: `video:${videos.free}`, kind: 'video_stats' },
    ]);
    expect(body('public', `courses/${courses.free}`)).toMatchObject({ lesson_count: 0 });
  });

  it('of a course deletes its lessons and quizzes [FEED-4]', async () => {
    await database.exec(`delete from public.courses where id = '${courses.premium}'`);
    for (const document of [
      `courses/${courses.premium}`,
      `videos/${videos.premium}`,
      `lessons/${videos.premium}`,
      `tests/${tests.premium}`,
      `lessons/${videos.preview}`,
    ]) {
      expect(await where(document), document).toEqual([]);
    }
  });

  it('of an account leaves none of its rows [FEED-10]', async () => {
    await database.exec(`delete from auth.users where id = '${pro.uid}'`);
    expect(
      await database.query(`select 1 from sync.feed where scope like '%${pro.uid}' or body::text like '%${pro.uid}%'`),
    ).toEqual([]);
    expect(await database.query(`select 1 from sync.scope where scope like '%${pro.uid}'`)).toEqual([]);
    await where('comments');
    expect([...(copies[`video:${videos.basic}`] as Copy).rows.values()].map((row) => row.body)).toEqual([
      { id: videos.basic, likes_count: 0, comments_count: 0 },
    ]);
  });
});

describe('pokes', () => {
  /** The broadcasts that the transactions of `work` send when they commit. */
  async function heardOf(work: () => Promise<unknown>): Promise<[topic: string, event: string, payload: object][]> {
    const heard: [string, string, object][] = [];
    const stop = await database.db.listen('realtime', (text) => {
      const { topic, event, payload } = JSON.parse(text) as { topic: string; event: string; payload: object };
      heard.push([topic, event, payload]);
    });
    await work();
    await stop();
    return heard;
  }
  const notify = `insert into public.notifications (user_id, title, message) values ('${premium.uid}', 'а', 'тайна'), ('${premium.uid}', 'б', 'б')`;
  const rename = (title: string) => `update public.certificates set title = '${title}' where id = '${certificate}'`;

  it('are sent once per changed scope, at commit, without data [POKE-1]', async () => {
    const heard = await heardOf(async () => {
      await database.exec(`begin; ${notify}; rollback`);
      await database.exec(`begin; ${notify}; commit`);
      await database.exec(rename('в'));
    });
    expect(heard).toEqual([
      [`scope:account:${premium.uid}`, 'poke', { spread_ms: 0 }],
      ['scope:admin', 'poke', { tables: ['certificates'] }],
      ['scope:public', 'poke', { spread_ms: 0 }],
    ]);
  });

  it('ask the devices of a large school to spread their pulls, never those of a single account [POKE-3]', async () => {
    await database.exec(`update pg_class set reltuples = 4000 where oid = 'public.user_subscriptions'::regclass`);
    const heard = await heardOf(async () => {
      await database.exec(
        `${notify}; ${rename('г')}; update public.profiles set full_name = 'х' where id = '${premium.uid}'`,
      );
      await database.exec(
        `insert into public.video_likes (video_id, user_id) values ('${videos.basic}', '${premium.uid}')`,
      );
    });
    const spread = new Map(heard.map(([topic, , payload]) => [topic, payload]));
    expect(spread.get(`scope:account:${premium.uid}`)).toEqual({ spread_ms: 0 });
    expect(spread.get('scope:public')).toEqual({ spread_ms: 20_000 });
    expect(spread.get(`scope:video:${videos.basic}`)).toEqual({ spread_ms: 2_000 });
  });
});

async function sha256(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
