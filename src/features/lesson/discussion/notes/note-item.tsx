import { History, Pencil, Trash2 } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { useOnline } from '@/device/use-online';
import type { Rejection } from '@/features/comments/rules';
import { deleteNote, saveNote } from '@/features/notes/mutations';
import type { Note } from '@/features/notes/rules';
import { UNDO_MS } from '@/shared/app-limits';
import { formatDuration, formatMoment } from '@/shared/format/format';
import { NOTE_LENGTH } from '@/shared/limits';
import { Button, IconButton } from '@/ui/button';
import { Dot } from '@/ui/chip';
import { classNames } from '@/ui/class-names';
import { toast } from '@/ui/toast';
import { commentText, noteText } from '../../text/lesson';
import { CountedTextarea, isSendable } from '../counted-textarea';
import { Rejected } from '../rejected-doc';

const report = (error: unknown) => {
  console.error('The note could not be kept:', error);
  toast('error', noteText.failed);
};

interface NoteItemProps {
  videoId: string;
  note: Note;
  rejection: Rejection | undefined;
  onSeek: ((seconds: number) => void) | undefined;
}

function EditNote({
  note,
  time,
  onSave,
  onClose,
}: {
  note: Note;
  time: string;
  onSave: (text: string) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState(note.text);
  const save = () => {
    if (!isSendable(text, NOTE_LENGTH)) return;
    if (text.trim() !== note.text) onSave(text);
    onClose();
  };
  return (
    <div className="grid grid-cols-1 gap-3">
      <CountedTextarea
        label={noteText.label(time)}
        value={text}
        onChange={setText}
        limit={NOTE_LENGTH}
        left={noteText.left}
        autoFocus
        onSubmit={save}
        onCancel={onClose}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{noteText.cancel}</Button>
        <Button kind="primary" disabled={!isSendable(text, NOTE_LENGTH)} onClick={save}>
          {noteText.save}
        </Button>
      </div>
    </div>
  );
}

function Earlier({ note, onRestore }: { note: Note; onRestore: (text: string) => void }) {
  if (note.earlier.length === 0) return null;
  return (
    <details className="mt-1">
      <summary className="inline-flex min-h-11 items-center gap-2 text-muted text-sm">
        <History size={16} aria-hidden="true" />
        {noteText.earlier(note.earlier.length)}
      </summary>
      <ul className="grid grid-cols-1 gap-2">
        {note.earlier.map(({ at, text }) => (
          <li key={at} className="rounded-control bg-sunk p-3">
            <p className="num text-muted text-sm">{formatMoment(at)}</p>
            <p className="whitespace-pre-line">{text}</p>
            <Button onClick={() => onRestore(text)} className="mt-2">
              {noteText.restore}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A note with its position in the video, its text and its earlier versions. */
export function NoteItem({ videoId, note, rejection, onSeek }: NoteItemProps) {
  const online = useOnline();
  const [editing, setEditing] = useState(false);
  const { id, text, position, waiting } = note;
  const time = formatDuration(position / 1_000);
  const rewrite = (words: string) => void saveNote(videoId, { text: words, position }, id).catch(report);
  const remove = (event: MouseEvent) => {
    const list = event.currentTarget.closest('section');
    deleteNote(videoId, id, { text, position }).then(() => {
      list?.focus();
      toast('success', noteText.deleted, {
        duration: UNDO_MS,
        action: { label: noteText.undo, onClick: () => rewrite(text) },
      });
    }, report);
  };
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-2 border-line border-b px-2 py-2 last:border-0 md:grid-cols-[auto_1fr_auto]">
      <button
        type="button"
        data-printed
        aria-label={noteText.seek(time)}
        disabled={!onSeek}
        onClick={() => onSeek?.(position / 1_000)}
        className="num min-h-11 min-w-14 self-start rounded-control px-2 font-bold text-accent-ink hover:bg-sunk"
      >
        {time}
      </button>
      <div className={classNames('flex justify-end md:order-last', editing && 'hidden')}>
        <IconButton label={noteText.edit(time)} onClick={() => setEditing(true)} className="text-muted">
          <Pencil size={18} aria-hidden="true" />
        </IconButton>
        <IconButton label={noteText.delete(time)} onClick={remove} className="text-muted">
          <Trash2 size={18} aria-hidden="true" />
        </IconButton>
      </div>
      <div className="col-span-2 min-w-0 self-center px-2 py-1 md:col-span-1 md:px-0 md:py-2">
        {editing ? (
          <EditNote note={note} time={time} onSave={rewrite} onClose={() => setEditing(false)} />
        ) : (
          <>
            <p className="whitespace-pre-line">{text}</p>
            {waiting && !online && (
              <p className="mt-1 inline-flex items-center gap-1.5 text-muted text-sm">
                <Dot tone="wait" />
                {commentText.waiting}
              </p>
            )}
            {rejection && <Rejected rejection={rejection} />}
            <Earlier note={note} onRestore={rewrite} />
          </>
        )}
      </div>
    </li>
  );
}
