import { useJournalDocs } from '@/data/journal/use-journal';
import { localQuery } from '@/data/live/live-query';
import { useLive } from '@/data/live/use-live';
import type { ProgressData } from '@/domain/journal';

type Progress = ReadonlyMap<string, ProgressData>;

const byLesson = (all: readonly ProgressData[]): Progress => new Map(all.map((data) => [data.video_id, data]));

/** The account's progress as the server last reported it. A failure counts as no progress: the journal is folded over it and is the authority. */
export const confirmedProgress = localQuery(
  'confirmed progress',
  ['journal'],
  async ({ mirror }): Promise<Progress> => {
    const fed = await mirror.feed.where('id').startsWith('progress/').toArray();
    // The id names the kind, and a body was checked against its kind when it arrived.
    return byLesson(fed.flatMap(({ body, deleted }) => (body && !deleted ? [body.data as ProgressData] : [])));
  },
  { fallback: new Map() },
);

/**
 * Progress by lesson, from this device and the account's others. Until the journal is open, it is the server's last report: the first
 * paint already has the place where the learner stopped, and unsent progress folds in. Undefined until one of them is read.
 */
export function useProgressByLesson(): Progress | undefined {
  const docs = useJournalDocs('progress');
  const confirmed = useLive(confirmedProgress).data;
  return docs ? new Map([...(confirmed ?? []), ...byLesson(docs.map(({ data }) => data))]) : confirmed;
}
