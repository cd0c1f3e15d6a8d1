import { signObject } from '@/device/storage/requests';
import { loadCourse, loadLessonFiles } from '@/features/console-kit/requests/courses';
import { noteAction } from '@/features/console-kit/requests/records';
import type { CourseFileRow } from '@/features/console-kit/requests/rows';
import { publicImageUrl } from '@/shared/product';
import { loadQuiz } from '../requests/quizzes';
import type { Bucket, CourseArchive, Media } from './model';
import { writeArchive } from './write-archive';

const mediaAt = (source: string | null): Media | null => (source ? { source, file: null } : null);

type FileRow = Pick<CourseFileRow, 'title' | 'file_name' | 'file_type' | 'file_url'>;

const attachmentOf = ({ title, file_name, file_type, file_url }: FileRow) => ({
  title,
  file_name,
  file_type,
  media: { source: file_url, file: null },
});

/** Reads a course with its lessons, files and quizzes. @throws ConsoleError; Error when the course no longer exists */
export async function archiveOf(courseId: string): Promise<CourseArchive> {
  const { course, videos, quizzes, files } = await loadCourse(courseId);
  if (!course) throw new Error('not_found');
  const [contents, fullQuizzes] = await Promise.all([
    Promise.all(videos.map(({ id }) => loadLessonFiles(courseId, id))),
    Promise.all(quizzes.map(({ id }) => loadQuiz(id))),
  ]);
  const fileIds = files.map(({ id }) => id);
  const { title, description, plan_type, category, instructor, shape, hue, thumbnail_url } = course;
  return {
    course: { title, description, plan_type, category, instructor, shape, hue, cover: mediaAt(thumbnail_url) },
    files: files.map((file) => ({ ...attachmentOf(file), is_visible: file.is_visible })),
    lessons: videos.map((video, index) => ({
      title: video.title,
      description: video.description,
      duration_seconds: video.duration_seconds,
      is_free_preview: video.is_free_preview,
      video: mediaAt(video.video_url),
      poster: mediaAt(video.thumbnail_url),
      captions: video.captions,
      chapters: video.chapters,
      files: (contents[index]?.files ?? []).map((file) => ({
        ...attachmentOf(file),
        course_file: file.course_resource_id ? fileIds.indexOf(file.course_resource_id) + 1 || null : null,
      })),
    })),
    quizzes: fullQuizzes.flatMap((quiz) => {
      if (!quiz) return [];
      const { emoji, passing_score, time_limit, shuffle, max_attempts, graded, questions } = quiz;
      const lesson = videos.findIndex(({ id }) => id === quiz.video_id) + 1 || null;
      return {
        ...{ lesson, title: quiz.title, emoji, description: quiz.description, passing_score, time_limit, shuffle },
        ...{ max_attempts, graded },
        questions: questions.map(({ text, type, points, explanation, image_url, options }) => ({
          ...{ text, type, points, explanation },
          picture: mediaAt(image_url),
          options: options.map(({ id, text: words, isCorrect }) => ({ id, text: words, isCorrect })),
        })),
      };
    }),
  };
}

interface ExportOptions {
  withMedia: boolean;
  onBytes: (count: number) => void;
  signal: AbortSignal;
}

/** Exports a course as a ZIP file. @returns the ZIP and the names of unreadable files @throws ConsoleError; DOMException AbortError */
export async function exportCourse(courseId: string, { withMedia, onBytes, signal }: ExportOptions) {
  const archive = await archiveOf(courseId);
  await noteAction('export', 'course', archive.lessons.length);
  const open = async (source: string, bucket: Bucket) => {
    const url = bucket === 'images' ? publicImageUrl(source) : await signObject(bucket, source);
    const answer = await fetch(url, { signal });
    if (!answer.ok || !answer.body) throw new Error(String(answer.status));
    return answer.body;
  };
  const written = await writeArchive(archive, withMedia ? { open, onBytes } : {});
  signal.throwIfAborted();
  return { ...written, title: archive.course.title };
}
