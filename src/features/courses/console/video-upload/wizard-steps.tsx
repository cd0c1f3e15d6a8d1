import { Trash2, Upload } from 'lucide-react';
import { type DragEvent, useEffect, useId, useState } from 'react';
import { imageText } from '@/features/console-kit/text/console';
import { lessonText, wizardText as text, videoFormText } from '@/features/console-kit/text/courses';
import { FileField } from '@/features/console-kit/widgets/file-field';
import { posterOfPicture } from '@/features/uploads/queries/chosen-file';
import { uploadText } from '@/features/uploads/text';
import { durationWords, faultWords } from '@/features/uploads/widgets/video-file';
import { VideoWarning } from '@/features/uploads/widgets/video-warning';
import { formatBytes } from '@/shared/format/format-bytes';
import { faultOfResource } from '@/shared/resource-types';
import { IconButton } from '@/ui/button';
import { Checkbox } from '@/ui/checkbox';
import { classNames } from '@/ui/class-names';
import { langOf } from '@/ui/lang-of';
import { TextArea } from '@/ui/text-area';
import { TextField } from '@/ui/text-field';
import type { WizardForm } from './use-wizard';

interface StepProps {
  form: WizardForm;
  error: string | undefined;
  set: (change: Partial<WizardForm>) => void;
}

export function UploadStep({ form, error: missing, set }: StepProps) {
  const errorId = useId();
  const [over, setOver] = useState(false);
  const { video } = form;
  // A file that cannot be uploaded is refused when it is chosen, not at the next step.
  const error = (video && faultWords(video)) || missing;
  const take = (file: File | undefined) => {
    if (!file) return;
    const title = form.title || file.name.replace(/\.[^.]+$/, '').replaceAll('_', ' ');
    set({ video: file, title });
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <div className="grid gap-2">
      <label
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        className={classNames(
          'grid min-h-44 cursor-pointer place-content-center justify-items-center gap-2 rounded-card border-2 border-dashed p-4 text-center has-focus-visible:outline-3 has-focus-visible:outline-accent-ink',
          over ? 'border-accent-ink' : error ? 'border-danger' : 'border-line',
        )}
      >
        <Upload size={28} aria-hidden="true" className="text-muted" />
        <span className="wrap-anywhere font-bold">
          {video ? text.chosen(video.name, formatBytes(video.size)) : text.choose}
        </span>
        <span className="text-muted text-sm">{video ? text.other : text.drop}</span>
        <span className="text-muted text-xs">{videoFormText.fileHint}</span>
        <input
          type="file"
          accept="video/mp4,video/webm,video/quicktime,.mov,.mkv"
          className="sr-only"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          onChange={(event) => take(event.target.files?.[0])}
        />
      </label>
      {error && (
        <p id={errorId} role="alert" lang={langOf(error)} className="text-danger">
          {error}
        </p>
      )}
      <VideoWarning file={video} />
    </div>
  );
}

/** Why the chosen thumbnail cannot be used. The upload then uses a frame of the video. */
function useThumbnailError(file: File | null): string | undefined {
  const [found, setFound] = useState<{ file: File; error: string }>();
  useEffect(() => {
    if (!file) return;
    void posterOfPicture(file).then((poster) => {
      if (typeof poster === 'string') setFound({ file, error: text.thumbnailWrong(imageText.reasons[poster]) });
    });
  }, [file]);
  return found?.file === file ? found?.error : undefined;
}

export const DetailsStep = ({ form, error, set }: StepProps) => {
  const thumbnailError = useThumbnailError(form.thumbnail);
  return (
    <div className="grid grid-cols-1 gap-4">
      <TextField
        label={<span lang="en">{videoFormText.title}</span>}
        value={form.title}
        error={error}
        onChange={(event) => set({ title: event.target.value })}
      />
      <TextArea
        label={<span lang="en">{videoFormText.description}</span>}
        value={form.description}
        onChange={(event) => set({ description: event.target.value })}
      />
      <TextField
        type="number"
        min={0}
        label={<span lang="en">{videoFormText.duration}</span>}
        hint={videoFormText.durationHint}
        value={form.duration}
        error={durationWords(form.duration)}
        onChange={(event) => set({ duration: event.target.value })}
      />
      <FileField
        accept="image/*"
        lang="en"
        label={text.thumbnail}
        hint={text.thumbnailHint}
        choose={lessonText.posterChoose}
        chosen={form.thumbnail?.name}
        error={thumbnailError}
        onChoose={([file]) => set({ thumbnail: file ?? null })}
      />
      <Checkbox
        label={videoFormText.preview}
        checked={form.preview}
        onChange={(event) => set({ preview: event.target.checked })}
      />
    </div>
  );
};

const wordsOfFault = (file: File): string | undefined => {
  const fault = faultOfResource(file);
  return fault && `${file.name}: ${uploadText.resourceFaults[fault]}`;
};

export const ResourcesStep = ({
  form,
  error,
  set,
  onRejected,
}: StepProps & { onRejected: (words: string) => void }) => (
  <div className="grid gap-3">
    <p className="text-muted text-sm">{text.resourcesLead}</p>
    <FileField
      multiple
      label={text.addFile}
      choose={videoFormText.choose}
      error={error}
      onChoose={(files) => {
        set({ files: [...form.files, ...files.filter((file) => !faultOfResource(file))] });
        const rejected = files.flatMap((file) => wordsOfFault(file) ?? []);
        if (rejected.length) onRejected(rejected.join('; '));
      }}
    />
    {form.files.length === 0 ? (
      <p className="text-muted text-sm">{text.noFiles}</p>
    ) : (
      <ul className="grid gap-1">
        {form.files.map((file, index) => (
          <li key={`${file.name}-${file.size}-${file.lastModified}`} className="flex items-center gap-2 text-sm">
            <span className="wrap-anywhere min-w-0 grow">
              {file.name} · {formatBytes(file.size)}
            </span>
            <IconButton
              label={text.removeFile(file.name)}
              onClick={() => set({ files: form.files.filter((_, at) => at !== index) })}
            >
              <Trash2 size={18} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    )}
  </div>
);
