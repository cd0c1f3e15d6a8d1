import type { openMirror } from '@sync';
import { freeBytes } from '@/device/free-space';
import { localQuery, useLive } from '@/device/live/use-live';
import { DOWNLOAD_SPARE_BYTES } from '@/shared/app-limits';
import type { DownloadedVideo } from '@/shared/downloads';
import { byPosition } from '@/shared/lesson-order';
import type { CourseRow, LessonRow, VideoRow } from '@/shared/rows';
import { type DownloadOrder, deleteDownloads, enqueueDownloads } from '../mutations/downloads';
import { useDownloads } from './use-downloads';

// Downloads of a whole course: the lessons that this account may download, their progress, and the entries for the queue (`DownloadOrder`).

type Mirror = ReturnType<typeof openMirror>;

/** The queue entry for a lesson, with the data to show it offline; undefined if this account may not download its video. */
export function downloadOrder(
  video: VideoRow,
  lesson: LessonRow | undefined,
  course: CourseRow | undefined,
): DownloadOrder | undefined {
  if (!lesson?.video_url) return undefined;
  return {
    id: video.id,
    courseId: video.course_id,
    courseTitle: course?.title ?? '',
    title: video.title,
    description: lesson.description ?? '',
    duration: video.duration_seconds,
    videoUrl: lesson.video_url,
    thumbnail: video.thumbnail_url,
    fileSize: lesson.media_bytes ?? 0,
  };
}

/** Queue entries for all lessons of a course that this account may download, in lesson order. */
export async function ordersOfCourse(mirror: Mirror, courseId: string): Promise<DownloadOrder[]> {
  const [course, videos, lessons] = await Promise.all([
    mirror.courses.get(courseId),
    mirror.videos.where('course_id').equals(courseId).toArray(),
    mirror.lessons.where('course_id').equals(courseId).toArray(),
  ]);
  const lessonOf = new Map(lessons.map((lesson) => [lesson.id, lesson]));
  return videos.sort(byPosition).flatMap((video) => downloadOrder(video, lessonOf.get(video.id), course) ?? []);
}

export interface CourseDownload {
  /** Number of lessons that may be downloaded. */
  total: number;
  complete: number;
  /** Entries for the lessons that are not in the queue yet, in lesson order. */
  missing: DownloadOrder[];
  /** Lessons in the queue that are not complete. */
  underWay: DownloadedVideo[];
  /** Bytes that this device has stored. */
  received: number;
  /** Total size (bytes) of the lessons whose size is known. */
  bytes: number;
}

/** Combines the course's lessons with the download rows. Pure. */
export function courseDownload(orders: readonly DownloadOrder[], rows: readonly DownloadedVideo[]): CourseDownload {
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const own = orders.flatMap(({ id }) => rowOf.get(id) ?? []);
  return {
    total: orders.length,
    complete: own.filter(({ status }) => status === 'completed').length,
    missing: orders.filter(({ id }) => !rowOf.has(id)),
    underWay: own.filter(({ status }) => status !== 'completed'),
    received: own.reduce((sum, row) => sum + row.received, 0),
    bytes: orders.reduce((sum, order) => sum + (rowOf.get(order.id)?.fileSize || order.fileSize), 0),
  };
}

const courseOrders = localQuery(
  'The downloads of a course could not be read:',
  ['public', 'plan'],
  ({ mirror }, courseId: string) => ordersOfCourse(mirror, courseId),
  { remember: true },
);

/** The live state of a course's download; undefined until read. */
export function useCourseDownload(courseId: string): CourseDownload | undefined {
  const orders = useLive(courseOrders, courseId).data;
  const rows = useDownloads();
  return orders && rows && courseDownload(orders, rows);
}

export type CourseOrder = { kind: 'queued' } | { kind: 'no-space'; needed: number; free: number };

/** Queues the missing lessons of a course if the device has room. Each transfer checks the space again. */
export async function downloadCourse(account: string, { missing, underWay }: CourseDownload): Promise<CourseOrder> {
  const waiting = underWay.reduce((sum, row) => sum + Math.max(0, row.fileSize - row.received), 0);
  const needed = missing.reduce((sum, order) => sum + order.fileSize, 0) + waiting;
  const free = await freeBytes();
  if (free !== undefined && free < needed + DOWNLOAD_SPARE_BYTES) return { kind: 'no-space', needed, free };
  await enqueueDownloads(account, missing);
  return { kind: 'queued' };
}

/** Cancels the unfinished downloads of a course and keeps the complete ones. */
export const cancelCourse = (account: string, { underWay }: CourseDownload): Promise<void> =>
  deleteDownloads(
    account,
    underWay.map(({ id }) => id),
  );
