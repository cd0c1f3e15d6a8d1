import { writeJournal } from '@sync';
import type { NoteVersion } from '@/domain/journal';
import { withVersion } from '@/domain/notes';
import { newId } from '@/lib/new-id';
import { MEDIA_MS } from '@/shared/limits';

type Words = Pick<NoteVersion, 'text' | 'position'>;

/** Saves a note or a new version of it. `position`: media time (ms). */
export async function saveNote(
  videoId: string,
  { text, position }: Words,
  id: string = newId(),
  deleted = false,
): Promise<void> {
  const place = Math.min(MEDIA_MS, Math.max(0, Math.round(position)));
  await writeJournal('note', id, (before, at) =>
    withVersion(before?.data, videoId, { at, text: text.trim(), position: place, deleted }),
  );
}

/** Deletes a note; `saveNote` with the same id restores it. */
export const deleteNote = (videoId: string, id: string, words: Words): Promise<void> =>
  saveNote(videoId, words, id, true);
