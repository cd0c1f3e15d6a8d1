import { useEffect } from 'react';
import { cacheModelViewer } from '@/features/models/widgets/cache-viewer';
import { cacheModels, useCourseModels } from '@/features/resources/queries/course-models';

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
    Promise.all([cacheModels(account, models), cacheModelViewer()]).catch((error: unknown) =>
      console.warn('The models of the course are not kept:', error),
    );
  }, [account, isWanted, key]);
}
