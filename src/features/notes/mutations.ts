import { writeJournal } from '@sync';
import type { NoteVersion } from '@/shared/journal';
import { MEDIA_MS } from '@/shared/limits';
import { newId } from '@/shared/new-id';
import { withVersion } from './rules';

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
