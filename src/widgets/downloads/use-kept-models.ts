import { useEffect } from 'react';
import { keepModels, useCourseModels } from '@/data/resources/course-models';
import { keepModelViewer } from '@/widgets/model-viewer/keep-viewer';

/**
 * Keeps the models of a course, and the viewer, once a download of the course was asked for. What could not be fetched comes at the next visit of
 * the course with a network.
 */
export function useKeptModels(account: string | null | undefined, courseId: string, isWanted: boolean): void {
  const models = useCourseModels(courseId);
  const key = models?.map(({ id, file_url }) => `${id} ${file_url}`).join() ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are new objects at every read; `key` names them
  useEffect(() => {
    if (!account || !isWanted || !models || models.length === 0) return;
    Promise.all([keepModels(account, models), keepModelViewer()]).catch((error: unknown) =>
      console.warn('The models of the course are not kept:', error),
    );
  }, [account, isWanted, key]);
}
