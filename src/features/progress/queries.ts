import { useJournalDocs } from '@/device/live/use-journal';
import { localQuery, useLive } from '@/device/live/use-live';
import type { ProgressData } from '@/shared/journal';

type Progress = ReadonlyMap<string, ProgressData>;

const byLesson = (docs: readonly { data: ProgressData }[]): Progress =>
  new Map(docs.map(({ data }) => [data.video_id, data]));

/** Progress that the server last reported; empty if the store cannot be read. */
const confirmedProgress = localQuery(
  'The confirmed progress could not be read:',
  ['journal'],
  async ({ mirror }): Promise<Progress> => byLesson(await mirror.progress.toArray()),
  { fallback: new Map(), remember: true },
);

/**
 * Progress by lesson id, from all of the account's devices. While unsent progress is being read, after the first paint, the hook returns the
 * progress that the server last reported. Undefined until read.
 */
export function useProgressByLesson(): Progress | undefined {
  const docs = useJournalDocs('progress');
  const confirmed = useLive(confirmedProgress).data;
  return docs ? byLesson(docs) : confirmed;
}
