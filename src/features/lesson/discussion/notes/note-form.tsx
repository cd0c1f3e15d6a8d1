import { Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { saveNote } from '@/features/notes/mutations';
import { formatDuration } from '@/shared/format/format';
import { NOTE_LENGTH } from '@/shared/limits';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast';
import { noteText } from '../../text/lesson';
import { CountedTextarea, isSendable } from '../counted-textarea';
import { useDraft } from '../use-draft';
import { usePosition } from './use-position';

/** Form for a new note. The note belongs to the position at which the learner started to write. */
export function NoteForm({ videoId, video }: { videoId: string; video: HTMLVideoElement | null }) {
  const position = usePosition(video);
  const [text, setText] = useDraft(`note ${videoId}`);
  const [begunAt, setBegunAt] = useState<number>();
  const [busy, setBusy] = useState(false);
  const place = begunAt ?? position;

  const write = (next: string) => {
    if (!next) setBegunAt(undefined);
    else setBegunAt((before) => before ?? position);
    setText(next);
  };
  const save = async (event?: FormEvent) => {
    event?.preventDefault();
    if (busy || !isSendable(text, NOTE_LENGTH)) return;
    setBusy(true);
    try {
      await saveNote(videoId, { text, position: place * 1_000 });
      write('');
    } catch (error) {
      console.error('The note could not be kept:', error);
      toast('error', noteText.failed);
    }
    setBusy(false);
  };

  return (
    <form onSubmit={(event) => void save(event)} className="grid grid-cols-1 gap-3 px-4 print:hidden">
      <CountedTextarea
        label={noteText.label(formatDuration(place))}
        value={text}
        onChange={write}
        limit={NOTE_LENGTH}
        left={noteText.left}
        placeholder={noteText.placeholder}
        onSubmit={() => void save()}
      />
      <div className="flex justify-end">
        <Button type="submit" kind="primary" busy={busy} disabled={!isSendable(text, NOTE_LENGTH)}>
          <Plus size={18} aria-hidden="true" />
          {noteText.add}
        </Button>
      </div>
    </form>
  );
}
