import type { Live } from '@/device/live/live';
import { localQuery, useLive } from '@/device/live/use-live';
import type { ResourceRow } from '@/shared/rows';

const resourcesOfLesson = localQuery(
  'The resources of a lesson could not be read:',
  ['public', 'plan'],
  async ({ mirror }, videoId: string, _attempt: number): Promise<ResourceRow[] | null> => {
    const lesson = await mirror.lessons.get(videoId);
    return lesson ? [...lesson.resources].sort((a, b) => a.created_at.localeCompare(b.created_at)) : null;
  },
  { remember: true },
);

/**
 * Files of a lesson, oldest first; null if the lesson's full part is not on this device. A new value of `attempt` (a retry counter) makes the
 * query read the files again.
 */
export const useResources = (videoId: string, attempt: number): Live<ResourceRow[] | null> =>
  useLive(resourcesOfLesson, videoId, attempt);
