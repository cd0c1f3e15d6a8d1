import { writeJournal } from '@sync';
import { MEDIA_MS } from '@/config/limits';
import type { NoteVersion } from '@/domain/journal';
import { withVersion } from '@/domain/notes';
import { newId } from '@/lib/new-id';

type Words = Pick<NoteVersion, 'text' | 'position'>;

/** Keeps a note, or a newer version of one. `position`: ms of media time. */
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

/** Takes a note away; `saveNote` with the same id brings it back. */
export const deleteNote = (videoId: string, id: string, words: Words): Promise<void> =>
  saveNote(videoId, words, id, true);
