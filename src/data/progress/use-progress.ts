import { useJournalDocs } from '@/data/journal/use-journal';
import { useMirrorList } from '@/data/session/use-mirror-query';
import type { ProgressData } from '@/domain/journal';

const byLesson = (all: readonly ProgressData[]): ReadonlyMap<string, ProgressData> => new Map(all.map((data) => [data.video_id, data]));

/**
 * Progress by lesson, from this device and the account's others. Until the journal is open, what the server last said of it, so that the
 * first paint already knows where the learner stopped; undefined while neither is known.
 */
export function useProgressByLesson(): ReadonlyMap<string, ProgressData> | undefined {
  const docs = useJournalDocs('progress');
  const told = useMirrorList(async (mirror) => {
    const known = await mirror.feed.where('id').startsWith('progress/').toArray();
    // The id names the kind, and a body was checked against its kind when it arrived.
    return known.flatMap(({ body, deleted }) => (body && !deleted ? [body.data as ProgressData] : []));
  });
  if (docs) return byLesson(docs.map(({ data }) => data));
  return told && told.length > 0 ? byLesson(told) : undefined;
}
