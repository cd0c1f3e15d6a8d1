import type { Live } from '@/device/live/live';
import { localQuery, useLive } from '@/device/live/use-live';
import { byPosition } from '@/shared/lesson-order';
import type { CourseRow, VideoRow } from '@/shared/rows';

const courseOfQuiz = localQuery(
  'The course of a quiz could not be read:',
  ['public'],
  async ({ mirror }, courseId: string): Promise<{ course: CourseRow | undefined; videos: VideoRow[] }> => {
    const [course, videos] = await Promise.all([
      mirror.courses.get(courseId),
      mirror.videos.where('course_id').equals(courseId).toArray(),
    ]);
    return { course, videos: videos.sort(byPosition) };
  },
);

/** The course of a quiz, and its lessons in their order. */
export const useCourseOfQuiz = (courseId: string): Live<{ course: CourseRow | undefined; videos: VideoRow[] }> =>
  useLive(courseOfQuiz, courseId);
