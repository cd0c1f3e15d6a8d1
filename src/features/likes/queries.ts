import { pulledData } from '@sync';
import { useJournalDocs } from '@/device/live/use-journal';
import { localQuery, useLive } from '@/device/live/use-live';
import { useDebouncedValue } from '@/device/use-debounced-value';
import { foldLikes } from '@/features/comments/rules';

/** Delay (ms) before a change shows: a pull writes the number of likes and the learner's own like separately, so hide the state in between. */
const BETWEEN_WRITES_MS = 150;

const likesOfLesson = localQuery(
  'The likes of a lesson could not be read:',
  ['video', 'journal'],
  async ({ mirror }, videoId: string) => {
    const [stats, row] = await Promise.all([mirror.video_stats.get(videoId), mirror.like.get(`like/${videoId}`)]);
    return { videoId, stats, mine: pulledData(row)?.liked === true };
  },
  { remember: true },
);

/** Whether the learner likes a lesson, and the number of likes that the server last reported; undefined until read. */
export function useLike(videoId: string): { liked: boolean; count: number | undefined } | undefined {
  const docs = useJournalDocs('like');
  const mirrored = useLive(likesOfLesson, videoId).data;
  const settled = useDebouncedValue(
    mirrored,
    `${mirrored?.videoId} ${mirrored?.stats?.likes_count} ${mirrored?.mine}`,
    BETWEEN_WRITES_MS,
  );
  // The debounced value may still belong to the previous lesson.
  const known = settled?.videoId === videoId ? settled : mirrored;
  return known && foldLikes(known, docs?.find(({ data }) => data.video_id === videoId)?.data.liked);
}
