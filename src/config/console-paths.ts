// URLs of the course builder. They are not in paths.ts, so that learners do not load them.
import { paths } from './paths';

const filled = (path: string, ...ids: string[]) =>
  ids.reduce((href, id) => href.replace(/:\w+/, encodeURIComponent(id)), path);
export const courseEditorHref = (courseId: string) => filled(paths.courseEditor, courseId);
export const courseSettingsHref = (courseId: string) => filled(paths.courseSettings, courseId);
export const videoUploadHref = (courseId: string) => filled(paths.videoUpload, courseId);
export const videoEditHref = (courseId: string, videoId: string) => filled(paths.videoEdit, courseId, videoId);
/** State of a navigation to a quiz: it was saved for the first time, or its unfinished questions are wanted. */
export type QuizArrival = 'saved' | 'check' | null;

export const testEditorHref = (testId: string) => filled(paths.testEditor, testId);
export const testBuilderHref = (courseId: string, videoId?: string) =>
  filled(paths.testBuilder, courseId) + (videoId ? `?videoId=${encodeURIComponent(videoId)}` : '');
