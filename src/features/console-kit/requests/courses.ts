import * as v from 'valibot';
import { backendClient } from '@/device/service/requests';
import { byPosition } from '@/shared/lesson-order';
import { pressId } from '@/shared/press-id';
import { extensionOf, resourceTypes } from '@/shared/resource-types';
import { change, useConsoleQuery } from '../queries';
import {
  asConsoleError,
  ask,
  askAll,
  ConsoleError,
  call,
  consoleError,
  parse,
  run,
  withAccess,
} from './console-client';
import { isUuid, paddedCourseId } from './course-id';
import {
  type ContentRow,
  type CourseFileRow,
  type CourseRow,
  courseRow,
  type LessonFileRow,
  type QuizRow,
  type TemplateRow,
  templateRow,
  type VideoRow,
} from './rows';

// Reads and writes courses, their lessons, files and quizzes for the console (docs/admin-api.md).

type Placed = Pick<ContentRow, 'created_at'>;
const newestFirst = (a: Placed, b: Placed) => (a.created_at < b.created_at ? 1 : -1);
const oldestFirst = (a: Placed, b: Placed) => -newestFirst(a, b);

export interface CourseList {
  courses: CourseRow[];
  /** Number of lessons by course id. */
  lessons: Record<string, number>;
  templates: TemplateRow[];
}

export async function loadCourses(): Promise<CourseList> {
  const [courses, videos, templates] = await Promise.all([
    askAll((client, from, to) => client.from('courses').select().is('deleted_at', null).order('id').range(from, to)),
    askAll((client, from, to) =>
      client.from('videos').select('course_id').is('deleted_at', null).order('id').range(from, to),
    ),
    askAll((client, from, to) =>
      client.from('course_templates').select().is('deleted_at', null).order('id').range(from, to),
    ),
  ]);
  const lessons: Record<string, number> = {};
  for (const { course_id } of videos) lessons[course_id] = (lessons[course_id] ?? 0) + 1;
  return { courses: courses.toSorted(newestFirst), lessons, templates: parse(v.array(templateRow), templates) };
}

/** `row` is null if the row does not exist or is in the trash. If `isTrashed`, the screen can offer to restore the row. */
const outside = <R extends Pick<ContentRow, 'deleted_at'>>(
  row: R | undefined,
): { row: R | null; isTrashed: boolean } => ({
  row: row && !row.deleted_at ? row : null,
  isTrashed: Boolean(row?.deleted_at),
});

export interface CourseContent {
  course: CourseRow | null;
  isTrashed: boolean;
  videos: VideoRow[];
  quizzes: QuizRow[];
  files: CourseFileRow[];
  /** Titles and URLs of the files attached to the lessons. */
  lessonFiles: Pick<LessonFileRow, 'video_id' | 'title' | 'file_url'>[];
}

const filesOfCourse = (id: string): Promise<CourseFileRow[]> =>
  ask((client, signal) =>
    client.from('course_resources').select().eq('course_id', id).is('deleted_at', null).abortSignal(signal),
  );

const filesOfLessons = (courseId: string): Promise<CourseContent['lessonFiles']> =>
  ask((client, signal) =>
    client
      .from('video_resources')
      .select('video_id, title, file_url, videos!inner(course_id)')
      .eq('videos.course_id', courseId)
      .is('deleted_at', null)
      .abortSignal(signal),
  );

export async function loadCourse(courseId: string): Promise<CourseContent> {
  const id = paddedCourseId(courseId);
  if (!isUuid(id)) return { course: null, isTrashed: false, videos: [], quizzes: [], files: [], lessonFiles: [] };
  const [courses, videos, quizzes, files, lessonFiles] = await Promise.all([
    ask((client, signal) => client.from('courses').select().eq('id', id).abortSignal(signal)),
    ask((client, signal) =>
      client.from('videos').select().eq('course_id', id).is('deleted_at', null).abortSignal(signal),
    ),
    ask((client, signal) =>
      client.from('tests').select().eq('course_id', id).is('deleted_at', null).abortSignal(signal),
    ),
    filesOfCourse(id),
    filesOfLessons(id),
  ]);
  const { row: course, isTrashed } = outside(courses[0]);
  return { course, isTrashed, videos: videos.toSorted(byPosition), quizzes, files, lessonFiles };
}

/** The course with its content, and its state on the server. */
export const useCourse = (courseId: string) =>
  useConsoleQuery(['course', courseId], () => loadCourse(courseId), {
    tables: ['courses', 'videos', 'tests', 'course_resources', 'video_resources'],
    enabled: courseId !== '',
  });

export interface LessonRow {
  video: VideoRow | null;
  isTrashed: boolean;
}

export async function loadLesson(courseId: string, videoId: string): Promise<LessonRow> {
  if (!isUuid(videoId)) return { video: null, isTrashed: false };
  const videos = await ask((client, signal) => client.from('videos').select().eq('id', videoId).abortSignal(signal));
  const { row: video, isTrashed } = outside(videos.find(({ course_id }) => course_id === courseId));
  return { video, isTrashed };
}

export interface LessonFiles {
  files: LessonFileRow[];
  courseFiles: CourseFileRow[];
}

export async function loadLessonFiles(courseId: string, videoId: string): Promise<LessonFiles> {
  const [files, courseFiles] = await Promise.all([
    ask((client, signal) =>
      client.from('video_resources').select().eq('video_id', videoId).is('deleted_at', null).abortSignal(signal),
    ),
    filesOfCourse(courseId),
  ]);
  return { files: files.toSorted(oldestFirst), courseFiles: courseFiles.toSorted(oldestFirst) };
}

export const loadLessonQuizzes = (videoId: string): Promise<QuizRow[]> =>
  ask((client, signal) =>
    client.from('tests').select().eq('video_id', videoId).is('deleted_at', null).abortSignal(signal),
  );

/** Stores the order of a course's lessons in one transaction. */
export const reorderVideos = (courseId: string, ids: readonly string[]): Promise<void> =>
  change(['videos'], () => run('reorder_videos', { p_course: courseId, p_ids: [...ids] }));

/** Creates a course from a template, with a draft lesson for each module. */
export const createFromTemplate = (id: string, fields: object, templateId: string) =>
  change(['courses', 'videos'], () =>
    call('save_course', { p_id: id, p_version: null, p_course: { ...fields, template_id: templateId } }, courseRow),
  );

export const duplicateCourse = (id: string) =>
  change(null, () => call('duplicate_course', { p_course: id, p_id: pressId(`copy:${id}`) }, courseRow));

/** True if a course of the plan may use this stored video or file (docs/admin-api.md has the rule). @throws ConsoleError */
export const mayShareFile = (bucket: 'videos' | 'resources', name: string, plan: string): Promise<boolean> =>
  call('may_share_file', { p_bucket: bucket, p_name: name, p_plan: plan }, v.boolean());

export const saveTemplate = (courseId: string, name: string) =>
  change(['course_templates'], () =>
    call('save_template', { p_course: courseId, p_id: pressId(`template:${courseId}`), p_name: name }, templateRow),
  );

/** Stores a file in the bucket `resources`, unless the key exists already. @returns the key @throws ConsoleError */
export const storeResource = (key: string, file: Blob): Promise<string> => withAccess(() => storeOnce(key, file));

async function storeOnce(key: string, file: Blob): Promise<string> {
  const { storage } = await backendClient();
  // Derive the type from the extension: browsers report different types for STL and ZIP files, depending on the system, and the bucket accepts
  // only the types in `resourceTypes`.
  const typed = new Blob([file], { type: resourceTypes[extensionOf(key)] ?? file.type });
  const { error } = await storage.from('resources').upload(key, typed, { cacheControl: '3600', upsert: false });
  // The storage of a Supabase project answers 400 and puts the real status into the body.
  const status = Number((error && 'statusCode' in error && error.statusCode) || error?.status || 0);
  if (status === 413) throw new ConsoleError('rejected', 'file_too_large', 'file_too_large');
  if (!error || status === 409 || /already exists/i.test(error.message)) return key;
  throw consoleError({ message: error.message, code: String(status || ''), details: '' }, status);
}

/** True if the account lacks the rights. The console then lists and creates courses in this device's storage. */
export const isForbidden = (error: unknown): boolean => asConsoleError(error).kind === 'forbidden';
