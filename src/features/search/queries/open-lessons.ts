import { localQuery, useLive } from '@/device/live/use-live';
import { mayPlayLesson } from '@/shared/entitlements';

const openLessons = localQuery(
  'The open lessons could not be read:',
  ['public'],
  async ({ mirror }): Promise<ReadonlySet<string>> => {
    const [courses, videos] = await Promise.all([mirror.courses.toArray(), mirror.videos.toArray()]);
    const planTypes = new Map(courses.map(({ id, plan_type }) => [id, plan_type]));
    const open = videos.filter((video) => mayPlayLesson('free', planTypes.get(video.course_id) ?? 'premium', video));
    return new Set(open.map(({ id }) => id));
  },
  { remember: true },
);

/** Ids of the lessons that a free account may play; undefined until read. */
export const useOpenLessons = (): ReadonlySet<string> | undefined => useLive(openLessons).data;
