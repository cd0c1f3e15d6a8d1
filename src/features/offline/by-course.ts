import type { DownloadedVideo } from '@/shared/downloads';

export interface CourseOfDownloads {
  courseId: string;
  title: string;
  rows: DownloadedVideo[];
}

const newestFirst = (a: DownloadedVideo, b: DownloadedVideo) =>
  (b.downloadedAt ?? '').localeCompare(a.downloadedAt ?? '') || b.queuedAt - a.queuedAt;

/** Groups complete downloads by course, newest first; the courses are ordered by their newest download. */
export function byCourse(rows: readonly DownloadedVideo[]): CourseOfDownloads[] {
  const groups = new Map<string, CourseOfDownloads>();
  for (const row of rows.filter(({ status }) => status === 'completed').sort(newestFirst)) {
    const group = groups.get(row.courseId) ?? { courseId: row.courseId, title: row.courseTitle, rows: [] };
    group.rows.push(row);
    groups.set(row.courseId, group);
  }
  return [...groups.values()];
}
