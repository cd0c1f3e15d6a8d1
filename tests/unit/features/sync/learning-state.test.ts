import { expect, test } from 'vitest';
import type { SyncStatus } from '@/device/sync/use-sync-status';
import { courseProgress, nextLesson, watchedShare } from '@/features/progress/rules/course-progress';
import { currentStreak, dayBefore } from '@/features/streak/rules/streak';
import { describe as describeDoc, rejectionReason } from '@/features/sync/text/sync';
import { syncState } from '@/features/sync/widgets/sync-state';
import { counted, formatDuration } from '@/shared/format/format';
import type { ProgressData } from '@/shared/journal';
import type { CourseRow, VideoRow } from '@/shared/rows';

const course = (id: string): CourseRow => ({
  id,
  title: `Курс ${id}`,
  description: null,
  status: 'published',
  plan_type: 'basic',
  category: null,
  instructor: null,
  thumbnail_url: null,
  shape: null,
  hue: null,
  lesson_count: 2,
  duration_seconds: 600,
  creator_id: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
});
const video = (id: string, course_id: string, order_position: number): VideoRow => ({
  id,
  course_id,
  title: `Урок ${id}`,
  duration_seconds: 300,
  order_position,
  is_free_preview: false,
  thumbnail_url: null,
  test_count: 0,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
});
const watched = (video_id: string, more: Partial<ProgressData> = {}): [string, ProgressData] => [
  video_id,
  {
    video_id,
    course_id: null,
    intervals: [[0, 100_000]],
    position: 100_000,
    position_at: 1,
    duration: 300_000,
    completed: false,
    first_watched: 1,
    ...more,
  },
];

const courses = [course('a'), course('b')];
const videos = [video('a1', 'a', 1), video('a2', 'a', 2), video('b1', 'b', 1)];

test('a lesson counts as completed only when it is', () => {
  expect(watchedShare(undefined)).toBe(0);
  expect(watchedShare(watched('x')[1])).toBeCloseTo(1 / 3);
  expect(watchedShare(watched('x', { intervals: [[0, 300_000]] })[1])).toBe(0.99);
  expect(watchedShare(watched('x', { completed: true, intervals: [] })[1])).toBe(1);
  expect(watchedShare(watched('x', { duration: 0 })[1])).toBe(0);
});

test('the progress of a course is its completed lessons, and the nozzle is on the current one', () => {
  const progress = new Map([watched('a1', { completed: true }), watched('a2')]);
  const found = courseProgress(videos.slice(0, 2), progress);
  expect(found).toMatchObject({ total: 2, completed: 1 });
  expect(found.done).toBeCloseTo(1 + 1 / 3);
  expect(courseProgress([], progress)).toEqual({ total: 0, completed: 0, done: 0 });
});

test('the next lesson is the unfinished one, otherwise the next of its course, otherwise the first of a new course', () => {
  expect(
    nextLesson(courses, videos, new Map([watched('a2', { position_at: 5 }), watched('b1', { position_at: 9 })]))?.video
      .id,
  ).toBe('b1');
  expect(nextLesson(courses, videos, new Map([watched('a1', { completed: true, position_at: 9 })]))).toMatchObject({
    video: { id: 'a2' },
    number: 2,
    left: null,
  });
  expect(nextLesson(courses, videos, new Map([watched('a2')]))?.left).toBe(200);
  expect(nextLesson(courses, videos, new Map())?.video.id).toBe('a1');
  const all = new Map(videos.map(({ id }) => watched(id, { completed: true })));
  expect(nextLesson(courses, videos, all)).toBeNull();
  expect(nextLesson([], [], new Map([watched('gone')]))).toBeNull();
});

test('a streak is days in a row up to today, or up to yesterday while today has no activity', () => {
  expect(currentStreak([], '2026-11-20')).toBe(0);
  expect(currentStreak(['2026-11-20', '2026-11-19', '2026-11-18'], '2026-11-20')).toBe(3);
  expect(currentStreak(['2026-11-19', '2026-11-18', '2026-11-18'], '2026-11-20')).toBe(2);
  expect(currentStreak(['2026-11-18'], '2026-11-20')).toBe(0);
  expect(dayBefore('2026-03-01')).toBe('2026-02-28');
  expect(dayBefore('2026-03-30')).toBe('2026-03-29');
});

test('durations and counts are written in natural language', () => {
  expect([formatDuration(0), formatDuration(65), formatDuration(3605), formatDuration(59.6)]).toEqual([
    '0:00',
    '1:05',
    '1:00:05',
    '1:00',
  ]);
  expect([counted(1, 'урок', 'урока'), counted(5, 'урок', 'урока')]).toEqual(['1 урок', '5 урока']);
});

const status: SyncStatus = { phase: 'idle', pending: 0, rejected: 0, synced_at: 1, restored: true };

test('the chip shows synced only with nothing unsent, nothing rejected and a complete pull', () => {
  expect(syncState(status, true).text).toBe('Синхронизирано');
  expect(syncState({ ...status, synced_at: null, phase: 'starting' }, true).text).toBe('Подготвя се');
  expect(syncState({ ...status, phase: 'starting' }, true).text).toBe('Подготвя се');
  expect(syncState({ ...status, pending: 3 }, true)).toMatchObject({ text: '3 чакат', tone: 'wait', count: 3 });
  expect(syncState({ ...status, pending: 1 }, true).text).toBe('1 чака');
  expect(syncState(status, false).text).toBe('Офлайн');
  expect(syncState({ ...status, pending: 2 }, false).text).toBe('Офлайн · 2 чакат');
  expect(syncState({ ...status, phase: 'waiting' }, true).tone).toBe('warn');
  expect(syncState({ ...status, phase: 'waiting', reason: 'storage' }, true)).toMatchObject({
    text: 'Хранилището не приема',
    tone: 'danger',
  });
});

test('a decision that the learner must make has priority', () => {
  expect(syncState({ ...status, rejected: 1, pending: 4 }, false)).toMatchObject({
    text: '1 изисква внимание',
    tone: 'danger',
    short: 'Внимание',
  });
  expect(syncState({ ...status, phase: 'signed-out', rejected: 1 }, true).text).toBe('Влезте отново');
});

test('an unsent document is described in plain words', () => {
  const doc = { at: 1, active_on: '2026-11-20', rev: 0, pending: true };
  expect(describeDoc({ ...doc, id: 'progress/v', kind: 'progress', data: watched('v')[1] }, 'Първият слой')).toBe(
    'Напредък в урока „Първият слой“',
  );
  expect(describeDoc({ ...doc, id: 'day/2026-11-20', kind: 'day', data: {} })).toBe('Активен ден 20.11.2026');
  expect(
    describeDoc({ ...doc, id: 'registration/e', kind: 'registration', data: { event_id: 'e', registered: false } }),
  ).toBe('Отписване от събитие');
  expect(describeDoc({ ...doc, id: 'like/v', kind: 'like', data: { video_id: 'v', liked: true } })).toBe(
    'Харесан урок',
  );
});

test('a rejection has an understandable reason', () => {
  expect(rejectionReason('event_full', 'full')).toBe('Събитието е пълно');
  expect(rejectionReason('strange', 'own words')).toBe('own words');
  expect(rejectionReason('strange', '')).toBe('Сървърът не прие записа.');
});
