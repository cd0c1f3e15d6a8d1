import { checkDoc, checkReceived, kinds } from '@sync/protocol/kinds';
import { mergeDocs } from '@sync/protocol/merge-docs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical, compareText } from '@/domain/canonical';
import { joinIntervals, watchedMs } from '@/domain/intervals';
import type { JournalData, JournalDoc, Kind } from '@/domain/journal';
import { allKinds, copies, damaged, seedOfRun } from '../../helpers/journal-arbitraries';

const seed = seedOfRun('merge');
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

describe('progress of a lesson', () => {
  it('joins the watched intervals of two devices and keeps the later position', () => {
    const phone = progress(10, { intervals: [[0, 60_000]], position: 60_000, duration: 90_000 });
    const desk = progress(20, { intervals: [[50_000, 70_000]], position: 5_000, completed: true, course_id: OTHER });
    expect(mergeDocs(phone, desk).data).toEqual({
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

  it('keeps gaps of at least a second, and closes shorter ones', () => {
    expect(joinIntervals([[0, 1_000]], [[1_999, 3_000]], [[4_000, 5_000]])).toEqual([
      [0, 3_000],
      [4_000, 5_000],
    ]);
    expect(
      watchedMs([
        [0, 3_000],
        [4_000, 5_000],
      ]),
    ).toBe(4_000);
  });

  it('in another form is normalised by a merge', () => {
    const uneven = progress(1, {
      intervals: [
        [0, 10],
        [20, 30],
      ],
    });
    expect(mergeDocs(uneven, uneven).data.intervals).toEqual([[0, 30]]);
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

  it('keeps the later answer to each question while it is open', () => {
    const other = doc('attempt', 9, {
      ...open.data,
      time_spent: 3,
      answers: { [KEY]: { options: ['b'], at: 4 }, [OTHER]: { options: [], at: 1 } },
    });
    expect(mergeDocs(open, other).data).toMatchObject({
      time_spent: 4,
      answers: { [KEY]: { options: ['b'], at: 4 }, [OTHER]: { options: [], at: 1 } },
    });
  });

  it('never changes after it is finished, and the first of two finished copies wins', () => {
    const late = { ...open, at: 99, data: { ...open.data, answers: { [KEY]: { options: ['c'], at: 98 } } } };
    expect(mergeDocs(late, finish(10, ['a'])).data).toEqual(finish(10, ['a']).data);
    expect(mergeDocs(finish(11, ['b']), finish(10, ['a'])).data).toEqual(finish(10, ['a']).data);
  });
});

describe('a note', () => {
  const version = (at: number, text: string) => ({ at, text, position: 0, deleted: false });

  it('keeps the losing text as an older version', () => {
    const a = doc('note', 2, { video_id: OTHER, versions: [version(2, 'телефон'), version(1, 'първо')] });
    const b = doc('note', 3, { video_id: OTHER, versions: [version(3, 'компютър'), version(1, 'първо')] });
    expect(mergeDocs(a, b).data.versions.map(({ text }) => text)).toEqual(['компютър', 'телефон', 'първо']);
  });

  it('keeps its newest twenty versions', () => {
    const versions = (from: number) => Array.from({ length: 15 }, (_, i) => version(from - i, `${from - i}`));
    const merged = mergeDocs(
      doc('note', 1, { video_id: OTHER, versions: versions(30) }),
      doc('note', 1, { video_id: OTHER, versions: versions(40) }),
    );
    expect(merged.data.versions.map(({ at }) => at)).toEqual(Array.from({ length: 20 }, (_, i) => 40 - i));
  });
});

describe('other facts', () => {
  it('a later like wins, and at equal times all devices choose the same', () => {
    const yes = doc('like', 5, { video_id: KEY, liked: true });
    const no = doc('like', 5, { video_id: KEY, liked: false });
    expect(mergeDocs(yes, { ...no, at: 6 }).data.liked).toBe(false);
    expect(mergeDocs(yes, no).data).toEqual(mergeDocs(no, yes).data);
  });

  it('a comment keeps its first text and stays deleted', () => {
    const first = doc('comment', 1, { video_id: OTHER, content: 'първо', created_at: 1, deleted: true });
    const second = doc('comment', 2, { video_id: OTHER, content: 'второ', created_at: 2, deleted: false });
    expect(mergeDocs(second, first).data).toEqual(first.data);
  });

  it('a profile keeps each field of the device that changed it last', () => {
    const a = doc('profile', 9, { fields: { bio: { value: 'а', at: 9 }, location: { value: 'Варна', at: 1 } } });
    const b = doc('profile', 8, {
      fields: { bio: { value: 'б', at: 8 }, location: { value: 'Русе', at: 2 }, full_name: { value: 'Ива', at: 3 } },
    });
    expect(mergeDocs(a, b).data.fields).toEqual({
      bio: { value: 'а', at: 9 },
      location: { value: 'Русе', at: 2 },
      full_name: { value: 'Ива', at: 3 },
    });
  });

  it('a day, a view and a form keep their first time and its date', () => {
    const early = doc('view', 1, { news_id: KEY }, '2026-11-19');
    expect(mergeDocs(doc('view', 2, { news_id: KEY }), early)).toEqual(early);
    const sent = doc('form', 1, { form: 'demo', payload: { email: 'a@b' } });
    expect(mergeDocs(sent, doc('form', 2, { form: 'demo', payload: {} }))).toEqual(sent);
  });

  it('texts are compared by bytes, not by code units', () => {
    expect(compareText('\uffff', '😀')).toBeLessThan(0);
    expect(compareText('я', 'яя')).toBeLessThan(0);
    const texts = fc.tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(
        texts,
        ([a, b]) => Math.sign(compareText(a, b)) === Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))),
      ),
      { seed, numRuns: 2_000 },
    );
  });
});

function comparable(value: unknown): boolean {
  try {
    return canonical(value).length > 0;
  } catch {
    return false;
  }
}

describe('every kind', () => {
  it('is merged without an exception, whatever its damage, equally from both sides, and the valid copy survives', () => {
    const any = fc.oneof(
      fc.anything(),
      ...allKinds.map(damaged),
      ...allKinds.map((kind) => copies(kind, 1).map(([one]) => one)),
    );
    fc.assert(
      fc.property(any, any, (left, right) => {
        const [a, b] = [left as JournalDoc, right as JournalDoc];
        const merged = mergeDocs(a, b);
        if (checkReceived(a).ok !== checkReceived(b).ok) expect(merged).toBe(checkReceived(a).ok ? a : b);
        else if (!checkReceived(a).ok) expect([a, b]).toContain(merged);
        if (comparable(a) && comparable(b)) expect(canonical(mergeDocs(b, a))).toBe(canonical(merged));
      }),
      { seed, numRuns: 5_000 },
    );
  });

  it('rejects values that the server would store differently', () => {
    const bad = (data: unknown) =>
      checkDoc({ ...doc('like', 1, { video_id: KEY, liked: true }), kind: 'note', id: `note/${KEY}`, data });
    const note = (text: string, at: number) => ({
      video_id: OTHER,
      versions: [{ at, text, position: 0, deleted: false }],
    });
    expect(bad(note('добре', 1)).ok).toBe(true);
    for (const data of [
      note('\0', 1),
      note('\ud800', 1),
      note('', 1.5),
      note('', 2 ** 53),
      note('я'.repeat(5_001), 1),
      { ...note('', 1), extra: 1 },
    ]) {
      expect(bad(data)).toEqual({ ok: false, code: 'bad_document' });
    }
    expect(bad(note('😀'.repeat(5_000), 1)).ok).toBe(true);
  });

  it('rejects an id that differs from its data, an unknown kind and an invalid date', () => {
    const like = doc('like', 1, { video_id: KEY, liked: true });
    expect(checkDoc({ ...like, id: `like/${OTHER}` })).toEqual({ ok: false, code: 'bad_id' });
    expect(checkDoc({ ...like, id: `like/${KEY.toUpperCase()}x` })).toEqual({ ok: false, code: 'bad_id' });
    expect(checkDoc({ ...like, kind: 'toString' })).toEqual({ ok: false, code: 'unknown_kind' });
    expect(checkDoc({ ...like, active_on: '2026-02-29' })).toEqual({ ok: false, code: 'bad_document' });
    expect(checkDoc({ ...doc('day', 1, {}), id: 'day/2026-02-30' })).toEqual({ ok: false, code: 'bad_id' });
  });

  it('says whether a rejection restores the server’s state', () => {
    expect(allKinds.filter((kind) => kinds[kind].reverts).sort()).toEqual([
      'cart',
      'like',
      'read',
      'registration',
      'view',
    ]);
  });
});
