import { type Loaded, useLoadedQuery } from '@/data/session/use-loaded-query';
import type { ResourceRow } from '@/domain/rows';

/** The files of a lesson, the oldest first; null: the full part of the lesson is not on this device. Another `asked` asks anew. */
export const useResources = (videoId: string, asked: number): Loaded<ResourceRow[] | null> =>
  useLoadedQuery(`resources ${videoId} ${asked}`, async (mirror) => {
    const lesson = await mirror.lessons.get(videoId);
    return lesson ? [...lesson.resources].sort((a, b) => a.created_at.localeCompare(b.created_at)) : null;
  });
