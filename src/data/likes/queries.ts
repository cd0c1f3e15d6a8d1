import { useJournalDocs } from '@/data/journal/use-journal';
import { localQuery } from '@/data/live/live-query';
import { useLive } from '@/data/live/use-live';
import { foldLikes } from '@/domain/discussion';
import { useSettled } from '@/lib/use-debounced-value';

/** The count and the learner's own like arrive in two writes of one pull: the state between them is never shown (ms). */
const BETWEEN_WRITES_MS = 150;

const likesOfLesson = localQuery(
  'likes of a lesson',
  (videoId: string) => [`video:${videoId}`, 'journal'],
  async ({ mirror }, videoId: string) => {
    const [stats, fed] = await Promise.all([mirror.video_stats.get(videoId), mirror.feed.get(`like/${videoId}`)]);
    const data = fed?.deleted ? undefined : fed?.body?.data;
    return { videoId, stats, mine: data !== undefined && 'liked' in data && data.liked };
  },
);

/** Whether the learner likes a lesson and how many people do, as far as the server reported; undefined until read. */
export function useLike(videoId: string): { liked: boolean; count: number | undefined } | undefined {
  const docs = useJournalDocs('like');
  const mirrored = useLive(likesOfLesson, videoId).data;
  const settled = useSettled(
    mirrored,
    `${mirrored?.videoId} ${mirrored?.stats?.likes_count} ${mirrored?.mine}`,
    BETWEEN_WRITES_MS,
  );
  // The settled value may still belong to the lesson before.
  const known = settled?.videoId === videoId ? settled : mirrored;
  return known && foldLikes(known, docs?.find(({ data }) => data.video_id === videoId)?.data.liked);
}
