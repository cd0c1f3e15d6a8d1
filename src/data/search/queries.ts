import { localQuery } from '@/data/live/live-query';
import { useLive } from '@/data/live/use-live';
import { type SearchIndex, searchIndex } from '@/domain/search/ranking';

const catalogIndex = localQuery(
  'search index',
  ['public', 'plan'],
  async ({ mirror }): Promise<SearchIndex> => {
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
  },
  {
    fallback: searchIndex({ courses: [], videos: [], descriptions: new Map() }),
    failure: 'The catalog could not be searched:',
  },
);

/** Search index of the courses and lessons on this device; undefined until read. On failure an empty index. */
export const useSearchIndex = (): SearchIndex | undefined => useLive(catalogIndex).data;
