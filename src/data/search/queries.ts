import { useMirrorQuery } from '@/data/session/use-mirror-query';
import { type SearchIndex, searchIndex } from '@/domain/search';

/** The courses and lessons of this device, ready to be searched, with or without a network; undefined until read. A failure is an empty catalog. */
export const useSearchIndex = (): SearchIndex | undefined =>
  useMirrorQuery(async (mirror) => {
    try {
      const [courses, videos, lessons] = await Promise.all([
        mirror.courses.toArray(),
        mirror.videos.toArray(),
        mirror.lessons.toArray(),
      ]);
      return searchIndex({
        courses,
        videos,
        descriptions: new Map(lessons.map(({ id, description }) => [id, description ?? ''])),
      });
    } catch (error) {
      console.error('The catalog could not be searched:', error);
      return searchIndex({ courses: [], videos: [], descriptions: new Map() });
    }
  });
