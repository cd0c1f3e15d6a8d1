import { useJournalDocs } from '@/data/journal/use-journal';
import type { ProgressData } from '@/domain/journal';

/** Progress by lesson, from this device and the account's others; undefined until the journal is open. */
export function useProgressByLesson(): ReadonlyMap<string, ProgressData> | undefined {
  const docs = useJournalDocs('progress');
  return docs && new Map(docs.map(({ data }) => [data.video_id, data]));
}
