import type { openMirror } from '@sync';
import type { ResultRow, TestRow } from '@/domain/rows';

type Mirror = ReturnType<typeof openMirror>;

const byTitle = (a: TestRow, b: TestRow) => a.title.localeCompare(b.title, 'bg') || (a.id < b.id ? -1 : 1);

export const testById = (mirror: Mirror, testId: string): Promise<TestRow | undefined> => mirror.tests.get(testId);

/** The tests attached to a lesson. */
export const testsOfVideo = async (mirror: Mirror, videoId: string): Promise<TestRow[]> =>
  (await mirror.tests.where('video_id').equals(videoId).toArray()).sort(byTitle);

export const testsOfCourse = async (mirror: Mirror, courseId: string): Promise<TestRow[]> =>
  (await mirror.tests.where('course_id').equals(courseId).toArray()).sort(byTitle);

/** What the server has confirmed of one test. */
export const resultsOfTest = (mirror: Mirror, testId: string): Promise<ResultRow[]> =>
  mirror.results.where('test_id').equals(testId).toArray();

export const allResults = (mirror: Mirror): Promise<ResultRow[]> => mirror.results.toArray();

/** Attempts that the server refused, by document id, with the code of the refusal. */
export async function refusedAttempts(mirror: Mirror): Promise<ReadonlyMap<string, string>> {
  const refused = await mirror.rejected.filter(({ kind }) => kind === 'attempt').toArray();
  return new Map(refused.map(({ id, code }) => [id, code]));
}
