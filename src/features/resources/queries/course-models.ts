/** Caches the 3D models of a course for offline use, as part of the course download. */

import { localQuery, useLive } from '@/device/live/use-live';
import { modelFormat } from '@/features/models/rules/model-format';
import { KEPT_RESOURCE_BYTES } from '@/shared/app-limits';
import type { ResourceRow } from '@/shared/rows';
import { cachedIds } from '../requests/resource-cache';
import { resourceFile } from '../requests/resource-files';

const isSmallEnough = ({ file_size }: ResourceRow) => (file_size ?? 0) <= KEPT_RESOURCE_BYTES;
const isProfile = ({ file_name }: ResourceRow) => /\.ini$/i.test(file_name);

/** Models of a course, and the slicer profiles of the lessons with a model. */
const modelsOfCourse = localQuery(
  'The models of a course could not be read:',
  ['public', 'plan'],
  async ({ mirror }, courseId: string): Promise<ResourceRow[]> => {
    const lessons = await mirror.lessons.where('course_id').equals(courseId).toArray();
    return lessons.flatMap(({ resources }) => {
      const models = resources.filter((resource) => modelFormat(resource.file_name) && isSmallEnough(resource));
      return models.length > 0 ? [...models, ...resources.filter(isProfile)] : [];
    });
  },
);

export const useCourseModels = (courseId: string): ResourceRow[] | undefined => useLive(modelsOfCourse, courseId).data;

/** Fetches the files that are not cached, one at a time. @returns the number of failures */
export async function cacheModels(account: string, models: readonly ResourceRow[]): Promise<number> {
  const kept = await cachedIds(account, models);
  let failed = 0;
  for (const resource of models)
    if (!kept.has(resource.id)) {
      const file = await resourceFile(account, resource).catch((error: unknown) => {
        console.warn(`The model ${resource.file_name} is not kept:`, error);
        return undefined;
      });
      if (!file?.isKept) failed += 1;
    }
  return failed;
}
