import type { openMirror } from '@sync';
import { byPosition } from '@/shared/lesson-order';
import type { CourseRow, LessonRow, QuizRow, VideoRow } from '@/shared/rows';

type Mirror = ReturnType<typeof openMirror>;

/** A lesson with its course. `lesson` (the full part) is undefined if the account may not read it or sync has not delivered it yet. */
export interface LessonView {
  video: VideoRow;
  lesson: LessonRow | undefined;
  course: CourseRow | undefined;
  /** The lessons of the course, in order. */
  lessons: VideoRow[];
  /** Ids of the lessons whose content is on this device. */
  readable: ReadonlySet<string>;
}

/** @returns undefined if this device does not have the lesson */
export async function lessonView(mirror: Mirror, videoId: string): Promise<LessonView | undefined> {
  const [video, lesson] = await Promise.all([mirror.videos.get(videoId), mirror.lessons.get(videoId)]);
  if (!video) return undefined;
  const [course, lessons] = await Promise.all([
    mirror.courses.get(video.course_id),
    mirror.videos.where('course_id').equals(video.course_id).toArray(),
  ]);
  const readable = await mirror.lessons
    .where('id')
    .anyOf(lessons.map(({ id }) => id))
    .primaryKeys();
  return { video, lesson, course, lessons: lessons.sort(byPosition), readable: new Set(readable) };
}

export const captionsOf = async (mirror: Mirror, videoId: string): Promise<string | null> =>
  (await mirror.lessons.get(videoId))?.captions ?? null;

/** Content that works offline: the quizzes on this device, and the courses whose lessons are on it. */
export async function offlineShelf(mirror: Mirror): Promise<{ quizzes: QuizRow[]; courses: CourseRow[] }> {
  const [quizzes, courses, lessons] = await Promise.all([
    mirror.tests.toArray(),
    mirror.courses.toArray(),
    mirror.lessons.toArray(),
  ]);
  const readable = new Set(lessons.map(({ course_id }) => course_id));
  const byTitle = (a: { title: string }, b: { title: string }) => a.title.localeCompare(b.title, 'bg');
  return {
    quizzes: quizzes.filter(({ questions }) => questions.length > 0).sort(byTitle),
    courses: courses.filter(({ id }) => readable.has(id)).sort(byTitle),
  };
}
