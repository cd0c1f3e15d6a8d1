import { useJournalDocs } from '@/data/journal/use-journal';
import { localQuery } from '@/data/live/live-query';
import { useLive } from '@/data/live/use-live';
import type { ProgressData } from '@/domain/journal';

type Progress = ReadonlyMap<string, ProgressData>;

const byLesson = (all: readonly ProgressData[]): Progress => new Map(all.map((data) => [data.video_id, data]));

/** Progress that the server last reported. On failure empty: the journal is merged over it and has precedence. */
export const confirmedProgress = localQuery(
  'confirmed progress',
  ['journal'],
  async ({ mirror }): Promise<Progress> => {
    const fed = await mirror.feed.where('id').startsWith('progress/').toArray();
    // The id names the kind, and bodies were validated for their kind when they arrived.
    return byLesson(fed.flatMap(({ body, deleted }) => (body && !deleted ? [body.data as ProgressData] : [])));
  },
  { fallback: new Map() },
);

/**
 * Progress by lesson, from this device and the account's others. Until the journal is open it is the server's last report, so that the first
 * paint has the position; unsent progress is merged in later. Undefined until one of them is read.
 */
export function useProgressByLesson(): Progress | undefined {
  const docs = useJournalDocs('progress');
  const confirmed = useLive(confirmedProgress).data;
  return docs ? new Map([...(confirmed ?? []), ...byLesson(docs.map(({ data }) => data))]) : confirmed;
}
