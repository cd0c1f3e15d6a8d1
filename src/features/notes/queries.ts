import { useJournalDocs } from '@/device/live/use-journal';
import { type Note, notesOf } from './rules';

/** The learner's notes on a lesson, by media time; undefined until the journal is open. */
export function useNotes(videoId: string): Note[] | undefined {
  const docs = useJournalDocs('note');
  return docs && notesOf(docs, videoId);
}
