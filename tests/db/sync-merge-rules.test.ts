/** The merge rules of `sync.merge` by example: two devices changed the same fact. */
import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JournalData, JournalDoc, Kind } from '@/shared/journal';

const KEY = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';

function doc<K extends Kind>(kind: K, at: number, data: JournalData[K], active_on = '2026-11-20'): JournalDoc<K> {
  const key = kind === 'profile' ? 'me' : kind === 'day' ? active_on : kind === 'view' ? `news/${KEY}` : KEY;
  return { id: `${kind}/${key}`, kind, at, active_on, rev: 0, data };
}

function progress(at: number, part: Partial<JournalData['progress']>): JournalDoc<'progress'> {
  const start = {
    video_id: KEY,
    course_id: null,
    intervals: [],
    position: 0,
    position_at: at,
    duration: 0,
    completed: false,
    first_watched: at,
  };
  return doc('progress', at, { ...start, ...part });
}

let db: PGlite;
beforeAll(async () => {
  db = await PGlite.create();
  await db.exec('create schema sync');
  await db.exec('create role anon; create role authenticated; create role service_role');
  await db.exec(readFileSync('supabase/schemas/constants.sql', 'utf8'));
  await db.exec(readFileSync('supabase/schemas/journal-merge.sql', 'utf8'));
});
afterAll(() => db.close());

async function merged<K extends Kind>(a: JournalDoc<K>, b: JournalDoc<K>): Promise<JournalDoc<K>> {
  const { rows } = await db.query<{ doc: JournalDoc<K> }>('select sync.merge($1, $2::jsonb, $3::jsonb) as doc', [
    a.kind,
    JSON.stringify(a),
    JSON.stringify(b),
  ]);
  return rows[0]?.doc as JournalDoc<K>; // the query returns one row
}

describe('progress of a lesson', () => {
  it('joins the watched intervals of two devices and keeps the later position [MERGE-3]', async () => {
    const phone = progress(10, { intervals: [[0, 60_000]], position: 60_000, duration: 90_000 });
    const desk = progress(20, { intervals: [[50_000, 70_000]], position: 5_000, completed: true, course_id: OTHER });
    expect((await merged(phone, desk)).data).toEqual({
      video_id: KEY,
      course_id: OTHER,
      intervals: [[0, 70_000]],
      position: 5_000,
      position_at: 20,
      duration: 90_000,
      completed: true,
      first_watched: 10,
    });
  });

  it('in another form is normalised by a merge [MERGE-3]', async () => {
    const uneven = progress(1, {
      intervals: [
        [0, 10],
        [20, 30],
      ],
    });
    expect((await merged(uneven, uneven)).data.intervals).toEqual([[0, 30]]);
  });
});

describe('an attempt', () => {
  const open = doc('attempt', 5, {
    test_id: OTHER,
    started_at: 1,
    finished_at: null,
    time_spent: 4,
    answers: { [KEY]: { options: ['a'], at: 3 } },
  });
  const finish = (finished_at: number, options: string[]) =>
    doc('attempt', finished_at, {
      test_id: OTHER,
      started_at: 1,
      finished_at,
      time_spent: 4,
      answers: { [KEY]: { options, at: 2 } },
    });

  it('keeps the later answer to each question while it is open [ATTEMPT-1]', async () => {
    const other = doc('attempt', 9, {
      ...open.data,
      time_spent: 3,
      answers: { [KEY]: { options: ['b'], at: 4 }, [OTHER]: { options: [], at: 1 } },
    });
    expect((await merged(open, other)).data).toMatchObject({
      time_spent: 4,
      answers: { [KEY]: { options: ['b'], at: 4 }, [OTHER]: { options: [], at: 1 } },
    });
  });

  it('never changes after it is finished, and the first of two finished copies wins [ATTEMPT-2]', async () => {
    const late = { ...open, at: 99, data: { ...open.data, answers: { [KEY]: { options: ['c'], at: 98 } } } };
    expect((await merged(late, finish(10, ['a']))).data).toEqual(finish(10, ['a']).data);
    expect((await merged(finish(11, ['b']), finish(10, ['a']))).data).toEqual(finish(10, ['a']).data);
  });
});

describe('a note', () => {
  const version = (at: number, text: string) => ({ at, text, position: 0, deleted: false });

  it('keeps the losing text as an older version [MERGE-4]', async () => {
    const a = doc('note', 2, { video_id: OTHER, versions: [version(2, 'телефон'), version(1, 'първо')] });
    const b = doc('note', 3, { video_id: OTHER, versions: [version(3, 'компютър'), version(1, 'първо')] });
    expect((await merged(a, b)).data.versions.map(({ text }) => text)).toEqual(['компютър', 'телефон', 'първо']);
  });

  it('keeps its newest twenty versions [MERGE-4]', async () => {
    const versions = (from: number) => Array.from({ length: 15 }, (_, i) => version(from - i, `${from - i}`));
    const kept = await merged(
      doc('note', 1, { video_id: OTHER, versions: versions(30) }),
      doc('note', 1, { video_id: OTHER, versions: versions(40) }),
    );
    expect(kept.data.versions.map(({ at }) => at)).toEqual(Array.from({ length: 20 }, (_, i) => 40 - i));
  });
});

describe('other facts', () => {
  it('a later like wins, and at equal times all devices choose the same [MERGE-5]', async () => {
    const yes = doc('like', 5, { video_id: KEY, liked: true });
    const no = doc('like', 5, { video_id: KEY, liked: false });
    expect((await merged(yes, { ...no, at: 6 })).data.liked).toBe(false);
    expect((await merged(yes, no)).data).toEqual((await merged(no, yes)).data);
  });

  it('a comment keeps its first text and stays deleted [MERGE-6]', async () => {
    const first = doc('comment', 1, { video_id: OTHER, content: 'първо', created_at: 1, deleted: true });
    const second = doc('comment', 2, { video_id: OTHER, content: 'второ', created_at: 2, deleted: false });
    expect((await merged(second, first)).data).toEqual(first.data);
  });

  it('a profile keeps each field of the device that changed it last [MERGE-7]', async () => {
    const a = doc('profile', 9, { fields: { bio: { value: 'а', at: 9 }, location: { value: 'Варна', at: 1 } } });
    const b = doc('profile', 8, {
      fields: { bio: { value: 'б', at: 8 }, location: { value: 'Русе', at: 2 }, full_name: { value: 'Ива', at: 3 } },
    });
    expect((await merged(a, b)).data.fields).toEqual({
      bio: { value: 'а', at: 9 },
      location: { value: 'Русе', at: 2 },
      full_name: { value: 'Ива', at: 3 },
    });
  });

  it('a day, a view and a form keep their first time and its date [MERGE-8]', async () => {
    const early = doc('view', 1, { news_id: KEY }, '2026-11-19');
    expect(await merged(doc('view', 2, { news_id: KEY }), early)).toEqual(early);
    const sent = doc('form', 1, { form: 'demo', payload: { email: 'a@b' } });
    expect(await merged(sent, doc('form', 2, { form: 'demo', payload: {} }))).toEqual(sent);
  });
});
