import { Upload } from 'lucide-react';
import { type DragEvent, useEffect, useState } from 'react';
import { editorText as text } from '@/features/console-kit/text/courses';
import { messages } from '@/features/console-kit/text/messages';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { preloadUploads, queueUpload } from '@/features/uploads/mutations/queue-upload';
import { faultOfFile } from '@/features/uploads/queries/chosen-file';
import { uploadText } from '@/features/uploads/text';
import { doubtWords, faultWords } from '@/features/uploads/widgets/video-file';
import { counted } from '@/shared/format/format';
import { newId } from '@/shared/new-id';
import { classNames } from '@/ui/class-names';

const natural = new Intl.Collator('bg', { numeric: true, sensitivity: 'base' });

/** Sorts files by name with numeric order, so that „2“ comes before „10“. */
export const inNaturalOrder = (files: readonly File[]): File[] =>
  files.toSorted((a, b) => natural.compare(a.name, b.name));

const titleOf = (name: string) =>
  name
    .replace(/\.[^.]+$/, '')
    .replaceAll('_', ' ')
    .trim() || name;

/** Accepts several dropped video files and creates a lesson for each. */
export function DropFiles({ courseId }: { courseId: string }) {
  const [over, setOver] = useState(false);
  useEffect(preloadUploads, []);
  const take = async (files: readonly File[]) => {
    const rejected = files.filter((file) => faultOfFile(file));
    if (rejected.length)
      consoleToast.error(text.filesRejected, {
        description: rejected.map((file) => `${file.name}: ${faultWords(file)}`).join(' · '),
      });
    const accepted = inNaturalOrder(files.filter((file) => !faultOfFile(file)));
    let queued = 0;
    for (const file of accepted) {
      const title = titleOf(file.name);
      // Do not wait for this check. `addUpload` copies the file first, which takes longer than the check, so the warning still appears
      // before the upload starts.
      void doubtWords(file).then((words) => words && consoleToast.info(uploadText.doubtOf(file.name, words)));
      try {
        await queueUpload({
          file,
          title,
          write: { videoId: newId(), courseId, replaces: false, fields: { title, description: null } },
        });
        queued += 1;
      } catch {
        consoleToast.error(messages.courses.upload, { description: file.name });
      }
    }
    if (queued) consoleToast.success(text.queued(counted(queued, ...text.fileWords)));
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take([...event.dataTransfer.files]);
  };
  return (
    <label
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={classNames(
        'mt-4 flex min-h-16 cursor-pointer items-center justify-center gap-3 rounded-card border-2 border-dashed px-4 py-3 text-center text-muted text-sm has-focus-visible:outline-3 has-focus-visible:outline-accent-ink',
        over ? 'border-accent-ink text-ink' : 'border-line',
      )}
    >
      <Upload size={20} aria-hidden="true" className="shrink-0" />
      {text.dropHint}
      <input
        type="file"
        multiple
        accept="video/mp4,video/webm,video/quicktime,.mov,.mkv"
        className="sr-only"
        onChange={(event) => {
          void take([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </label>
  );
}
