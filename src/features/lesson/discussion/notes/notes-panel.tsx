import { FileDown } from 'lucide-react';
import { saveAsFile } from '@/device/save-as-file';
import type { Rejection } from '@/features/comments/rules';
import type { Note } from '@/features/notes/rules';
import { seekTo } from '@/features/player/widgets/player-actions';
import { formatDuration } from '@/shared/format/format';
import { IconButton } from '@/ui/button';
import { SkeletonText } from '@/ui/skeleton';
import { noteText } from '../../text/lesson';
import { Panel } from '../panel';
import { NoteForm } from './note-form';
import { NoteItem } from './note-item';

interface NotesPanelProps {
  id: string;
  videoId: string;
  lessonTitle: string;
  courseTitle: string | undefined;
  notes: Note[] | undefined;
  /** Rejections of notes, by document id. */
  rejections: ReadonlyMap<string, Rejection>;
  /** The player of the lesson's own video; null without one (for example while the sample clip plays), so that notes cannot seek. */
  video: HTMLVideoElement | null;
  onClose: () => void;
}

/** Name of the exported file, without characters that some systems do not allow in file names. */
const fileName = (title: string) => `${title.replaceAll(/[\\/:*?"<>|]+/g, ' ').trim()}.txt`;

function exportNotes(
  { lessonTitle, courseTitle }: Pick<NotesPanelProps, 'lessonTitle' | 'courseTitle'>,
  notes: Note[],
) {
  const title = noteText.exported(lessonTitle);
  const lines = notes.map(
    ({ position, text }) => `${formatDuration(position / 1_000)}  ${text.replaceAll('\n', '\n      ')}`,
  );
  // Old editors on Windows show Cyrillic correctly only with a byte order mark.
  saveAsFile(
    fileName(title),
    `\ufeff${[title, courseTitle, '', ...lines, ''].filter((line) => line !== undefined).join('\n')}`,
    'text/plain',
  );
}

/** The learner's own notes, each with its position in the video. */
export function NotesPanel({
  id,
  videoId,
  lessonTitle,
  courseTitle,
  notes,
  rejections,
  video,
  onClose,
}: NotesPanelProps) {
  return (
    <Panel
      id={id}
      title={noteText.title}
      hint={noteText.hint}
      closeLabel={noteText.close}
      onClose={onClose}
      actions={
        notes !== undefined &&
        notes.length > 0 && (
          <IconButton label={noteText.exportFile} onClick={() => exportNotes({ lessonTitle, courseTitle }, notes)}>
            <FileDown size={20} aria-hidden="true" />
          </IconButton>
        )
      }
    >
      <NoteForm videoId={videoId} video={video} />
      {notes === undefined && (
        <div role="status" aria-label={noteText.loading} className="px-4 pb-4">
          <SkeletonText lines={2} />
        </div>
      )}
      {notes?.length === 0 && (
        <div className="px-4 pt-2 pb-6 text-center">
          <p className="font-bold">{noteText.empty}</p>
          <p className="text-muted">{noteText.emptyHint}</p>
        </div>
      )}
      {notes !== undefined && notes.length > 0 && (
        <section tabIndex={-1} aria-label={noteText.list} className="border-line border-t">
          <ul>
            {notes.map((note) => (
              <NoteItem
                key={note.id}
                videoId={videoId}
                note={note}
                rejection={rejections.get(`note/${note.id}`)}
                onSeek={video ? (seconds) => seekTo(video, seconds) : undefined}
              />
            ))}
          </ul>
        </section>
      )}
    </Panel>
  );
}
