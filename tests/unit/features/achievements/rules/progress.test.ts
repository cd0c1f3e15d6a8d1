import { describe, expect, test } from 'vitest';
import { achievementTypes, type CountedDocs, countFacts, type DeviceFacts } from '@/features/achievements/rules/facts';
import { achievementStates, achievementTotals, recentAchievements } from '@/features/achievements/rules/progress';
import type { JournalData, Kind, StoredJournalDoc } from '@/shared/journal';
import type { AchievementRow } from '@/shared/rows';

const doc = <K extends Kind>(kind: K, key: string, data: JournalData[K]): StoredJournalDoc<K> => ({
  id: `${kind}/${key}`,
  kind,
  at: 1,
  active_on: '2026-11-20',
  rev: 0,
  pending: true,
  data,
});

const watched = (video_id: string, completed: boolean) =>
  doc('progress', video_id, {
    video_id,
    course_id: null,
    intervals: [],
    position: 0,
    position_at: 1,
    duration: 1,
    completed,
    first_watched: 1,
  });
const comment = (key: string, deleted = false) =>
  doc('comment', key, { video_id: 'v', content: 'x', created_at: 1, deleted });
const version = (deleted: boolean) => ({ at: 1, text: 'x', position: 0, deleted });

const noDocs: CountedDocs = { progress: [], day: [], registration: [], view: [], comment: [], like: [], note: [] };
const nothing: DeviceFacts = {
  docs: noDocs,
  rejected: new Set(),
  courses: [{ id: 'c' }, { id: 'empty' }],
  videos: [
    { id: 'v1', course_id: 'c' },
    { id: 'v2', course_id: 'c' },
  ],
  attempts: [],
  streak: null,
  certificates: [],
};
const count = (docs: Partial<CountedDocs>, more: Partial<DeviceFacts> = {}) =>
  countFacts({ ...nothing, ...more, docs: { ...noDocs, ...docs } });
const none = Object.fromEntries(achievementTypes.map((type) => [type, 0]));

describe('the facts on this device', () => {
  test('are 0 for every type without a fact', () => expect(count({})).toEqual(none));

  const day = (date: string) => doc('day', date, {});
  const result = (test_id: string, score: number, passed = score >= 70) => ({ test_id, score, passed });
  const days = [day('2026-11-18'), day('2026-11-19'), day('2026-11-21')];
  test.each<[string, Partial<CountedDocs>, Partial<DeviceFacts>, Partial<ReturnType<typeof countFacts>>]>([
    ['a lesson that was begun', { progress: [watched('v1', false)] }, {}, { video_watched: 1 }],
    ['every lesson but one', { progress: [watched('v1', true), watched('v2', false)] }, {}, { video_watched: 2 }],
    [
      'every lesson of a course',
      { progress: [watched('v1', true), watched('v2', true)] },
      {},
      { video_watched: 2, course_completed: 1 },
    ],
    [
      'a lesson of another course does not stand in',
      { progress: [watched('v1', true), watched('v9', true)] },
      {},
      { video_watched: 2 },
    ],
    ['a failed quiz', {}, { attempts: [result('t', 69)] }, {}],
    ['a quiz passed twice', {}, { attempts: [result('t', 70), result('t', 80)] }, { test_passed: 1 }],
    [
      'an attempt at a graded quiz that does not count',
      {},
      {
        attempts: [
          { ...result('t', 100, false), counted: false },
          { ...result('u', 100, false), score: null },
        ],
      },
      {},
    ],
    [
      'two quizzes, one of them perfect',
      {},
      { attempts: [result('t', 100), result('t', 100), result('u', 90)] },
      { test_passed: 2, test_perfect: 1 },
    ],
    ['days, two of them in a row', { day: days }, {}, { active_days: 3, streak: 2 }],
    [
      'days that continue the server’s streak',
      { day: [day('2026-11-20')] },
      { streak: { current_streak: 3, longest_streak: 3, last_active: '2026-11-19' } },
      { active_days: 1, streak: 4 },
    ],
    [
      'a longer streak of the past',
      {},
      { streak: { current_streak: 0, longest_streak: 30, last_active: null } },
      { streak: 30 },
    ],
    [
      'registrations, one of them taken back',
      {
        registration: [
          doc('registration', 'a', { event_id: 'a', registered: true }),
          doc('registration', 'b', { event_id: 'b', registered: false }),
        ],
      },
      {},
      { event: 1 },
    ],
    ['news that was opened', { view: [doc('view', 'news/a', { news_id: 'a' })] }, {}, { news: 1 }],
    ['comments, one of them deleted', { comment: [comment('a'), comment('b', true)] }, {}, { comment: 1 }],
    [
      'likes, one of them taken back',
      { like: [doc('like', 'a', { video_id: 'a', liked: true }), doc('like', 'b', { video_id: 'b', liked: false })] },
      {},
      { like: 1 },
    ],
    [
      'notes, one of them deleted',
      {
        note: [
          doc('note', 'a', { video_id: 'v', versions: [version(false), version(true)] }),
          doc('note', 'b', { video_id: 'v', versions: [version(true), version(false)] }),
        ],
      },
      {},
      { note: 1 },
    ],
    ['certificates', {}, { certificates: [{ completed: true }, { completed: false }] }, { certificate: 1 }],
    [
      'documents that the server rejected',
      {
        comment: [comment('a'), comment('b')],
        registration: [doc('registration', 'a', { event_id: 'a', registered: true })],
      },
      { rejected: new Set(['comment/a', 'registration/a']) },
      { comment: 1 },
    ],
  ])('%s', (_, docs, more, counts) => {
    expect(count(docs, more)).toEqual({ ...none, ...counts });
  });
});

const row = (id: string, type: string, target_value: number, points = 10): AchievementRow => ({
  id,
  type,
  target_value,
  points,
  name: id,
  description: '',
  icon: 'trophy',
});
const confirmed = (id: string, current_value: number, completed_at: string | null) => ({
  id,
  current_value,
  completed: completed_at !== null,
  completed_at,
});

describe('achievements', () => {
  const rows = [row('likes', 'like', 2, 30), row('notes', 'note', 4), row('news', 'news', 1, 20)];

  test('an achievement that only this device counts as earned waits for the server and has no date', () => {
    const states = achievementStates(rows, [confirmed('news', 1, '2026-11-01T00:00:00Z')], { like: 5, note: 1 });
    expect(
      states.map(({ id, completed, confirmed: awarded, completed_at, progress_percentage }) => [
        id,
        completed,
        awarded,
        completed_at,
        progress_percentage,
      ]),
    ).toEqual([
      ['notes', false, false, null, 25],
      ['news', true, true, '2026-11-01T00:00:00Z', 100],
      ['likes', true, false, null, 100],
    ]);
  });

  test('the server’s value is never lowered, and an unknown type counts nothing here', () => {
    const [state] = achievementStates([row('x', 'streamed', 4)], [confirmed('x', 3, null)], { like: 9 });
    expect(state).toMatchObject({ current_value: 3, progress_percentage: 75, completed: false });
  });

  test('the totals count the server’s awards', () => {
    const states = achievementStates(rows, [confirmed('news', 1, '2026-11-01T00:00:00Z')], { like: 5 });
    expect(achievementTotals(states)).toEqual({ completed: 1, total: 3, points: 20, percent: 33 });
    expect(achievementTotals([])).toEqual({ completed: 0, total: 0, points: 0, percent: 0 });
  });

  test('the recent ones are the latest awards', () => {
    const states = achievementStates(rows, [
      confirmed('news', 1, '2026-11-01T00:00:00Z'),
      confirmed('likes', 2, '2026-11-03T00:00:00Z'),
      confirmed('notes', 1, null),
    ]);
    expect(recentAchievements(states, 5).map(({ id }) => id)).toEqual(['likes', 'news']);
    expect(recentAchievements(states, 1).map(({ id }) => id)).toEqual(['likes']);
  });
});
