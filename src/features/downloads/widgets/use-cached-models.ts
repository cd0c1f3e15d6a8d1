import { useEffect } from 'react';
import { cacheModels, useCourseModels } from '@/features/resources/queries/course-models';

/**
 * Loads the code of the viewer, its worker and its GLB reader, so that the service worker caches it.
 * Rule: import this code only through the viewer. Another import path would move three.js into a chunk whose name is not cached.
 */
const cacheViewer = () => import('@/features/models/widgets/model-viewer').then(({ cacheCode }) => cacheCode());

/**
 * Caches the models of a course and the code of the viewer once the learner has requested the course's download. The next
 * online visit of the course fetches the files that failed.
 */
export function useCachedModels(account: string | null | undefined, courseId: string, isWanted: boolean): void {
  const models = useCourseModels(courseId);
  const key = models?.map(({ id, file_url }) => `${id} ${file_url}`).join() ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are new objects at every read; `key` names them
  useEffect(() => {
    if (!account || !isWanted || !models || models.length === 0) return;
    Promise.all([cacheModels(account, models), cacheViewer()]).catch((error: unknown) =>
      console.warn('The models of the course are not kept:', error),
    );
  }, [account, isWanted, key]);
}
