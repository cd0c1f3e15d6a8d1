/**
 * A learner's notes on a lesson: each a document with its versions, the newest first.
 * Guarantees: pure; a version is never changed, only a newer one put before it; deleting is a version too, so it can be undone.
 */
import { NOTE_VERSIONS } from '@/config/limits';
import type { JournalData, NoteVersion, StoredJournalDoc } from './journal';

export type NoteDoc = StoredJournalDoc<'note'>;

export interface Note {
  id: string;
  text: string;
  /** ms of media time. */
  position: number;
  /** When it was last written, ms since the epoch. */
  at: number;
  /** The server has not confirmed it. */
  waiting: boolean;
  /** What it said before, here or on another device, the newest first; each wording once. */
  earlier: NoteVersion[];
}

function earlierOf([current, ...older]: readonly NoteVersion[]): NoteVersion[] {
  const seen = new Set([current?.text.trim()]);
  return older.filter(({ text }) => {
    const known = seen.has(text.trim());
    seen.add(text.trim());
    return !known;
  });
}

/** The notes of a lesson that stand, in the order of the film. */
export function notesOf(docs: readonly NoteDoc[], videoId: string): Note[] {
  return docs
    .flatMap(({ id, pending, data }) => {
      const current = data.versions[0];
      if (data.video_id !== videoId || !current || current.deleted) return [];
      const { text, position, at } = current;
      return [
        { id: id.slice(id.indexOf('/') + 1), text, position, at, waiting: pending, earlier: earlierOf(data.versions) },
      ];
    })
    .sort((a, b) => a.position - b.position || a.at - b.at || (a.id < b.id ? -1 : 1));
}

/** A note with a newer version in front. `at` is made later than what it replaces, whatever the clock says. */
export function withVersion(
  before: JournalData['note'] | undefined,
  videoId: string,
  version: NoteVersion,
): JournalData['note'] {
  const versions = before?.versions ?? [];
  const at = Math.max(version.at, (versions[0]?.at ?? -1) + 1);
  return { video_id: videoId, versions: [{ ...version, at }, ...versions].slice(0, NOTE_VERSIONS) };
}
