import { expect, test } from 'vitest';
import { type Live, LOADING } from '@/device/live/live';
import type { InitialSync } from '@/device/sync/use-initial-sync';
import type { DownloadOrder } from '@/features/downloads/mutations/downloads';
import { courseDownload } from '@/features/downloads/queries/course';
import type { LessonView } from '@/features/lessons/queries/queries';
import { freeLesson } from '@/features/lessons/queries/use-free-lesson';
import { byCourse } from '@/features/offline/by-course';
import type { DownloadedVideo, DownloadStatus } from '@/shared/downloads';
import type { CourseRow, LessonRow, VideoRow } from '@/shared/rows';

const order = (id: string, courseId = 'a'): DownloadOrder => ({
  id,
  courseId,
  courseTitle: `Курс ${courseId}`,
  title: id,
  description: '',
  duration: 40,
  videoUrl: `${id}.mp4`,
  thumbnail: null,
  fileSize: 100,
});

const row = (id: string, status: DownloadStatus, more: Partial<DownloadedVideo> = {}): DownloadedVideo => ({
  ...order(id),
  localPath: '',
  downloadedAt: status === 'completed' ? '2026-11-20T10:00:00Z' : null,
  status,
  queuedAt: 0,
  received: status === 'completed' ? 100 : 0,
  version: null,
  run: '',
  failure: null,
  ...more,
});

test('counts the complete, running and missing downloads of a course', () => {
  const orders = ['1', '2', '3', '4'].map((id) => order(id));
  const rows = [
    row('1', 'completed'),
    row('2', 'downloading', { received: 30, fileSize: 120 }),
    row('other', 'completed'),
  ];
  expect(courseDownload(orders, rows)).toMatchObject({ total: 4, complete: 1, received: 130, bytes: 420 });
  expect(courseDownload(orders, rows).missing.map(({ id }) => id)).toEqual(['3', '4']);
  expect(courseDownload(orders, rows).underWay.map(({ id }) => id)).toEqual(['2']);
  expect(courseDownload([], rows)).toMatchObject({ total: 0, complete: 0, bytes: 0 });
});

test('downloads are sorted newest first, courses by their newest download', () => {
  const at = (id: string, courseId: string, day: number) =>
    row(id, 'completed', { courseId, downloadedAt: `2026-11-0${day}T10:00:00Z` });
  const rows = [
    at('1', 'a', 1),
    at('2', 'b', 3),
    at('3', 'a', 5),
    at('4', 'b', 4),
    row('5', 'paused', { courseId: 'a' }),
  ];
  expect(byCourse(rows).map(({ courseId, rows: lessons }) => [courseId, lessons.map(({ id }) => id)])).toEqual([
    ['a', ['3', '1']],
    ['b', ['4', '2']],
  ]);
});

// Rows with only the fields that the tested rule reads.
const view = (plan: 'free' | 'basic', video_url: string | null | undefined, is_free_preview = false) =>
  ({
    video: { id: 'v', is_free_preview } as VideoRow,
    course: { plan_type: plan } as CourseRow,
    lesson: video_url === undefined ? undefined : ({ video_url } as LessonRow),
    lessons: [],
    readable: new Set(),
  }) satisfies LessonView;

const read = (data: LessonView | null): Live<LessonView | null> => ({ status: 'ready', data, complete: true });
const failed: Live<LessonView | null> = {
  status: 'error',
  data: undefined,
  complete: false,
  error: new Error('The disk failed'),
};

test.each<[string, Live<LessonView | null>, InitialSync, string, boolean?]>([
  ['nothing read yet', LOADING, 'complete', 'loading'],
  ['the store cannot be read', failed, 'complete', 'failed'],
  ['unknown, every row is here', read(null), 'complete', 'missing'],
  ['unknown, rows are on their way', read(null), 'pending', 'loading'],
  ['unknown, and no network to ask', read(null), 'offline', 'waiting'],
  ['unknown, and a server that does not answer', read(null), 'unreachable', 'waiting'],
  ['a preview of a paid course', read(view('basic', 'a.mp4', true)), 'complete', 'ready', false],
  ['a lesson of a free course plays whole', read(view('free', 'a.mp4')), 'complete', 'ready', true],
  ['a preview offline, before the initial sync', read(view('basic', 'a.mp4', true)), 'offline', 'ready', false],
  ['a paid lesson never has its video here', read(view('basic', undefined)), 'complete', 'closed'],
  ['a lesson without a video', read(view('free', null)), 'complete', 'closed'],
])('the free page: %s', (_, lesson, initialSync, state, whole) => {
  const found = freeLesson(lesson, initialSync);
  expect(found.state).toBe(state);
  expect(found.state === 'ready' ? found.whole : undefined).toBe(whole);
});
