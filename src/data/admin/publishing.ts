import { call } from './console-client';
import { consoleChanged } from './console-live';
import type { CourseRow, CourseStatus, VideoRow } from './courses';

// Publishes courses, and finds what a course lacks before it can be published (docs/admin-api.md).

export interface ChecklistFault {
  rule: 'no_lesson' | 'no_file' | 'no_duration' | 'quiz_not_answerable';
  id: string | null;
  title: string | null;
}

export interface Checklist {
  ok: boolean;
  lessons: number;
  drafts: number;
  items: ChecklistFault[];
}

export const courseChecklist = (id: string): Promise<Checklist> => call('course_checklist', { p_course: id });

/** Faults of the draft lessons, which the server's checklist omits: the server checks a draft only when it is published. */
export const faultsOfDrafts = (videos: readonly VideoRow[]): ChecklistFault[] =>
  videos
    .filter(({ status }) => status === 'draft')
    .flatMap(({ id, title, video_url, duration_seconds }) => [
      ...(video_url?.trim() ? [] : [{ rule: 'no_file' as const, id, title }]),
      ...(duration_seconds > 0 ? [] : [{ rule: 'no_duration' as const, id, title }]),
    ]);

export async function publishCourse(course: CourseRow, status: CourseStatus, withLessons: boolean): Promise<CourseRow> {
  const row = await call<CourseRow>('publish_course', {
    p_course: course.id,
    p_version: course.row_version,
    p_status: status,
    p_with_lessons: withLessons,
  });
  consoleChanged(['courses', 'videos']);
  return row;
}
