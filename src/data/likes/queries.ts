import { useJournalDocs } from '@/data/journal/use-journal';
import { useMirrorQuery } from '@/data/session/use-mirror-query';
import { foldLikes } from '@/domain/discussion';
import { useSettled } from '@/lib/use-settled';

/** The count and the learner's own like come in two writes of one pull: what lies between them is shown to nobody, ms. */
const BETWEEN_WRITES_MS = 150;

/** Whether the learner likes a lesson and how many do, as far as the server has told; undefined until read. */
export function useLike(videoId: string): { liked: boolean; count: number | undefined } | undefined {
  const docs = useJournalDocs('like');
  const mirrored = useMirrorQuery(
    async (mirror) => {
      const [stats, fed] = await Promise.all([mirror.video_stats.get(videoId), mirror.feed.get(`like/${videoId}`)]);
      const data = fed?.deleted ? undefined : fed?.body?.data;
      return { videoId, stats, mine: data !== undefined && 'liked' in data && data.liked };
    },
    [videoId],
  );
  const settled = useSettled(
    mirrored,
    `${mirrored?.videoId} ${mirrored?.stats?.likes_count} ${mirrored?.mine}`,
    BETWEEN_WRITES_MS,
  );
  const known = settled?.videoId === videoId ? settled : mirrored;
  if (known?.videoId !== videoId) return undefined;
  return foldLikes(known, docs?.find(({ data }) => data.video_id === videoId)?.data.liked);
}
