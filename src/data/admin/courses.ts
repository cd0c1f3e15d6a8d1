import { extensionOf, resourceTypes } from '@/config/resource-types';
import { backendClient } from '@/data/service/requests';
import { byPosition } from '@/domain/lesson-order';
import { pressId } from '@/lib/press-id';
import { asConsoleError, ask, call, consoleError } from './console-client';
import { consoleChanged } from './console-live';
import { isUuid, paddedCourseId } from './course-id';
import type { ContentRow } from './records';

// Reads and writes courses, their lessons, files and quizzes for the console (docs/admin-api.md).

export type CourseStatus = 'draft' | 'published' | 'public';
export type PlanType = 'free' | 'basic' | 'premium';

export interface CourseRow extends ContentRow {
  title: string;
  description: string | null;
  status: CourseStatus;
  plan_type: PlanType;
  category: string | null;
  instructor: string | null;
  thumbnail_url: string | null;
  shape: string | null;
  hue: number | null;
  updated_at: string;
}

export interface VideoRow extends ContentRow {
  course_id: string;
  title: string;
  description: string | null;
  video_url: string | null;
  media_bytes: number | null;
  captions: string | null;
  chapters: string | null;
  duration_seconds: number;
  order_position: number;
  thumbnail_url: string | null;
  is_free_preview: boolean;
  status?: 'draft' | 'published';
}

export interface QuizRow extends ContentRow {
  course_id: string;
  video_id: string | null;
  title: string;
  emoji: string | null;
  description: string | null;
  passing_score: number;
  time_limit: number;
  shuffle: boolean;
  max_attempts: number;
  graded: boolean;
  status: 'draft' | 'published';
  published_version?: number | null;
}

export interface CourseFileRow extends ContentRow {
  course_id: string;
  title: string;
  file_url: string;
  file_name: string;
  file_size: number | null;
  file_type: string | null;
  is_visible: boolean;
}

export interface LessonFileRow extends Omit<CourseFileRow, 'course_id' | 'is_visible'> {
  video_id: string;
  course_resource_id: string | null;
}

export interface TemplateRow extends ContentRow {
  name: string;
  description: string | null;
  modules: { title: string }[];
}

/** The rows that are not in the trash. */
const outsideTrash = <R extends ContentRow>(rows: R[]): R[] => rows.filter(({ deleted_at }) => !deleted_at);

const rowsOf = <R extends ContentRow>(table: string, column: string, value: string): Promise<R[]> =>
  ask<R[]>((client, signal) => client.from(table).select('*').eq(column, value).abortSignal(signal));

const list = async <R extends ContentRow>(table: string, column: string, value: string): Promise<R[]> =>
  outsideTrash(await rowsOf<R>(table, column, value));

const all = <R>(table: string, columns = '*'): Promise<R[]> =>
  ask<R[]>((client, signal) => client.from(table).select(columns).is('deleted_at', null).abortSignal(signal));

const newestFirst = (a: ContentRow, b: ContentRow) => (a.created_at < b.created_at ? 1 : -1);

export interface CourseList {
  courses: CourseRow[];
  /** Number of lessons by course id. */
  lessons: Record<string, number>;
  templates: TemplateRow[];
}

export async function loadCourses(): Promise<CourseList> {
  const [courses, videos, templates] = await Promise.all([
    all<CourseRow>('courses'),
    all<Pick<VideoRow, 'course_id'>>('videos', 'course_id'),
    all<TemplateRow>('course_templates'),
  ]);
  const lessons: Record<string, number> = {};
  for (const { course_id } of videos) lessons[course_id] = (lessons[course_id] ?? 0) + 1;
  return { courses: courses.toSorted(newestFirst), lessons, templates };
}

/** `row` is null if the row does not exist or is in the trash. If `isTrashed`, the screen can offer to restore the row. */
const outside = <R extends ContentRow>(row: R | undefined): { row: R | null; isTrashed: boolean } => ({
  row: row && !row.deleted_at ? row : null,
  isTrashed: Boolean(row?.deleted_at),
});

export interface CourseContent {
  course: CourseRow | null;
  isTrashed: boolean;
  videos: VideoRow[];
  quizzes: QuizRow[];
  files: CourseFileRow[];
  /** URLs of the files attached to the lessons. */
  lessonFiles: Pick<LessonFileRow, 'video_id' | 'file_url'>[];
}

const filesOfLessons = (courseId: string): Promise<CourseContent['lessonFiles']> =>
  ask((client, signal) =>
    client
      .from('video_resources')
      .select('video_id, file_url, videos!inner(course_id)')
      .eq('videos.course_id', courseId)
      .is('deleted_at', null)
      .abortSignal(signal),
  );

export async function loadCourse(courseId: string): Promise<CourseContent> {
  const id = paddedCourseId(courseId);
  if (!isUuid(id)) return { course: null, isTrashed: false, videos: [], quizzes: [], files: [], lessonFiles: [] };
  const [courses, videos, quizzes, files, lessonFiles] = await Promise.all([
    rowsOf<CourseRow>('courses', 'id', id),
    list<VideoRow>('videos', 'course_id', id),
    list<QuizRow>('tests', 'course_id', id),
    list<CourseFileRow>('course_resources', 'course_id', id),
    filesOfLessons(id),
  ]);
  const { row: course, isTrashed } = outside(courses[0]);
  return { course, isTrashed, videos: videos.toSorted(byPosition), quizzes, files, lessonFiles };
}

export interface LessonRow {
  video: VideoRow | null;
  isTrashed: boolean;
}

export async function loadLesson(courseId: string, videoId: string): Promise<LessonRow> {
  if (!isUuid(videoId)) return { video: null, isTrashed: false };
  const videos = await rowsOf<VideoRow>('videos', 'id', videoId);
  const { row: video, isTrashed } = outside(videos.find(({ course_id }) => course_id === courseId));
  return { video, isTrashed };
}

export interface LessonFiles {
  files: LessonFileRow[];
  courseFiles: CourseFileRow[];
}

const oldestFirst = (a: ContentRow, b: ContentRow) => -newestFirst(a, b);

export async function loadLessonFiles(courseId: string, videoId: string): Promise<LessonFiles> {
  const [files, courseFiles] = await Promise.all([
    list<LessonFileRow>('video_resources', 'video_id', videoId),
    list<CourseFileRow>('course_resources', 'course_id', courseId),
  ]);
  return { files: files.toSorted(oldestFirst), courseFiles: courseFiles.toSorted(oldestFirst) };
}

export const loadLessonQuizzes = (videoId: string): Promise<QuizRow[]> => list<QuizRow>('tests', 'video_id', videoId);

/** Stores the order of a course's lessons in one transaction. */
export async function reorderVideos(courseId: string, ids: readonly string[]): Promise<void> {
  await call('reorder_videos', { p_course: courseId, p_ids: ids });
  consoleChanged(['videos']);
}

/** Creates a course from a template, with a draft lesson for each module. */
export async function createFromTemplate(id: string, fields: object, templateId: string): Promise<CourseRow> {
  const row = await call<CourseRow>('save_course', {
    p_id: id,
    p_version: null,
    p_course: { ...fields, template_id: templateId },
  });
  consoleChanged(['courses', 'videos']);
  return row;
}

export async function duplicateCourse(id: string): Promise<CourseRow> {
  const row = await call<CourseRow>('duplicate_course', { p_course: id, p_id: pressId(`copy:${id}`) });
  consoleChanged();
  return row;
}

export const saveTemplate = (courseId: string, name: string): Promise<TemplateRow> =>
  call('save_template', { p_course: courseId, p_id: pressId(`template:${courseId}`), p_name: name });

/** Stores a file in the bucket `resources`, unless the key exists already. @returns the key @throws ConsoleError */
export async function storeResource(key: string, file: Blob): Promise<string> {
  const { storage } = await backendClient();
  // Derive the type from the extension: browsers report different types for STL and ZIP files, depending on the system, and the bucket accepts
  // only the types in `resourceTypes`.
  const typed = new Blob([file], { type: resourceTypes[extensionOf(key)] ?? file.type });
  const { error } = await storage.from('resources').upload(key, typed, { cacheControl: '3600', upsert: false });
  const status = Number(error?.status ?? 0);
  if (!error || status === 409 || /already exists/i.test(error.message)) return key;
  throw consoleError({ message: error.message, code: String(status || ''), details: '' }, status);
}

/** True if the account lacks the rights. The console then lists and creates courses in this device's storage. */
export const isForbidden = (error: unknown): boolean => asConsoleError(error).kind === 'forbidden';
