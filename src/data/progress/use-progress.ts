import { useJournalDocs } from '@/data/journal/use-journal';
import { localQuery, useLive } from '@/data/live/use-live';
import type { ProgressData } from '@/domain/journal';

type Progress = ReadonlyMap<string, ProgressData>;

const byLesson = (all: readonly ProgressData[]): Progress => new Map(all.map((data) => [data.video_id, data]));

/** Progress that the server last reported; empty if the store cannot be read, because the journal takes precedence anyway. */
const confirmedProgress = localQuery(
  'The confirmed progress could not be read:',
  ['journal'],
  async ({ mirror }): Promise<Progress> => {
    const fed = await mirror.feed.where('id').startsWith('progress/').toArray();
    // Safe cast: the id names the kind, and sync validated the body for that kind.
    return byLesson(fed.flatMap(({ body, deleted }) => (body && !deleted ? [body.data as ProgressData] : [])));
  },
  { fallback: new Map(), remember: true },
);

/**
 * Progress by lesson id, from all of the account's devices. Until the journal opens, the hook returns the progress that the server last reported,
 * so that the first paint has a position; it merges unsent progress in later. Undefined until the report or the journal is read.
 */
export function useProgressByLesson(): Progress | undefined {
  const docs = useJournalDocs('progress');
  const confirmed = useLive(confirmedProgress).data;
  return docs ? new Map([...(confirmed ?? []), ...byLesson(docs.map(({ data }) => data))]) : confirmed;
}
