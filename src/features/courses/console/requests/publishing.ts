import { change } from '@/features/console-kit/queries';
import { type ChecklistFault, checklist } from '@/features/console-kit/requests/answers';
import { call } from '@/features/console-kit/requests/console-client';
import { type CourseRow, type CourseStatus, courseRow, type VideoRow } from '@/features/console-kit/requests/rows';

// Publishes courses, and finds what a course lacks before it can be published (docs/admin-api.md).

export const courseChecklist = (id: string) => call('course_checklist', { p_course: id }, checklist);

/** Faults of the draft lessons, which the server's checklist omits: the server checks a draft only when it is published. */
export const faultsOfDrafts = (videos: readonly VideoRow[]): ChecklistFault[] =>
  videos
    .filter(({ status }) => status === 'draft')
    .flatMap(({ id, title, video_url, duration_seconds }) => [
      ...(video_url?.trim() ? [] : [{ rule: 'no_file' as const, id, title }]),
      ...(duration_seconds > 0 ? [] : [{ rule: 'no_duration' as const, id, title }]),
    ]);

export const publishCourse = ({ id, row_version }: CourseRow, status: CourseStatus, withLessons: boolean) =>
  change(['courses', 'videos'], () =>
    call(
      'publish_course',
      { p_course: id, p_version: row_version, p_status: status, p_with_lessons: withLessons },
      courseRow,
    ),
  );
