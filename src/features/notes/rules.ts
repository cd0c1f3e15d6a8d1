/**
 * The learner's notes on a lesson: each is a document with versions, newest first.
 * Guarantees: pure; a version never changes, newer ones are added in front; a deletion is a version too, so it can be undone.
 */

import type { JournalData, NoteVersion, StoredJournalDoc } from '@/shared/journal';
import { NOTE_VERSIONS } from '@/shared/limits';

export type NoteDoc = StoredJournalDoc<'note'>;

export interface Note {
  id: string;
  text: string;
  /** In ms of media time. */
  position: number;
  /** Time of the last version (Unix time in ms). */
  at: number;
  /** True until the server has confirmed the note. */
  waiting: boolean;
  /** Earlier versions from any device, newest first, without duplicates. */
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

/** The lesson's notes that are not deleted, by position in the video. */
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

/** Adds a version in front. Its `at` is always later than that of the version before, even if the device's clock was set back. */
export function withVersion(
  before: JournalData['note'] | undefined,
  videoId: string,
  version: NoteVersion,
): JournalData['note'] {
  const versions = before?.versions ?? [];
  const at = Math.max(version.at, (versions[0]?.at ?? -1) + 1);
  return { video_id: videoId, versions: [{ ...version, at }, ...versions].slice(0, NOTE_VERSIONS) };
}
