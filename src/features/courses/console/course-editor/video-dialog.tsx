import { type FormEvent, useState } from 'react';
import { createRow, updateRow } from '@/features/console-kit/requests/records';
import { type VideoRow, videoRow } from '@/features/console-kit/requests/rows';
import { formText } from '@/features/console-kit/text/console';
import { videoFormText as text } from '@/features/console-kit/text/courses';
import { messages, successes, validations } from '@/features/console-kit/text/messages';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { FileField } from '@/features/console-kit/widgets/file-field';
import { ConflictPanel, FormButtons, OtherEditors, RestoredDraft } from '@/features/console-kit/widgets/form-notes';
import { SideDialog } from '@/features/console-kit/widgets/side-dialog';
import { useRecordForm } from '@/features/console-kit/widgets/use-record-form';
import { restoreFromTrash } from '@/features/console-kit/widgets/use-trash';
import { queueUpload } from '@/features/uploads/mutations/queue-upload';
import { addressWords, durationWords, faultWords, secondsOf } from '@/features/uploads/widgets/video-file';
import { VideoWarning } from '@/features/uploads/widgets/video-warning';
import { formatBytes } from '@/shared/format/format-bytes';
import { isBlank } from '@/shared/is-blank';
import { Checkbox } from '@/ui/checkbox';
import { TextArea } from '@/ui/text-area';
import { TextField } from '@/ui/text-field';

/** The fields that every saved lesson has, even while its file is still uploading. */
type SavedVideo = Pick<
  VideoRow,
  'id' | 'row_version' | 'title' | 'description' | 'video_url' | 'duration_seconds' | 'is_free_preview'
>;

interface Fields {
  title: string;
  description: string;
  url: string;
  duration: string;
  is_free_preview: boolean;
}

const fieldsOf = ({ title, description, video_url, duration_seconds, is_free_preview }: SavedVideo): Fields => ({
  title,
  description: description ?? '',
  url: video_url?.startsWith('https://') ? video_url : '',
  duration: duration_seconds ? String(duration_seconds) : '',
  is_free_preview,
});

const blank: Fields = { title: '', description: '', url: '', duration: '', is_free_preview: false };

interface VideoDialogProps {
  courseId: string;
  /** The lesson to edit; null to add a new one. */
  video: VideoRow | null;
  onClose: () => void;
}

/** The modals 'Add Video' and 'Edit Video' of the course editor. */
export function VideoDialog({ courseId, video, onClose }: VideoDialogProps) {
  const [file, setFile] = useState<File>();
  const faultText = file && faultWords(file);
  const form = useRecordForm<Fields, SavedVideo>({
    schema: videoRow,
    form: video ? `video:${video.id}` : `video:new:${courseId}`,
    row: video,
    fieldsOf,
    blank,
    validate: ({ title, url, duration }) => {
      const [wrongAddress, wrongDuration] = [!file && url.trim() && addressWords(url.trim()), durationWords(duration)];
      return {
        ...(isBlank(title) ? { title: validations.video.title } : {}),
        ...(title.trim().length > 300 ? { title: formText.tooLong(300) } : {}),
        ...(wrongDuration ? { duration: wrongDuration } : {}),
        ...(wrongAddress ? { url: wrongAddress } : {}),
        ...(!video && !file && !url.trim() ? { url: validations.video.source } : {}),
        ...(faultText ? { url: faultText } : {}),
      };
    },
    save: async ({ id, version, fields }) => {
      const duration = fields.duration.trim() ? secondsOf(fields.duration) : null;
      const common = {
        title: fields.title.trim(),
        description: fields.description.trim() || null,
        is_free_preview: fields.is_free_preview,
      };
      if (file)
        await queueUpload({
          file,
          title: common.title,
          duration,
          write: { videoId: id, courseId, replaces: version !== null, fields: version === null ? common : {} },
        });
      // Do not create the row of a new lesson with a file here: the upload creates that row when the upload ends.
      if (version === null && file)
        return { ...common, id, row_version: 0, video_url: null, duration_seconds: duration ?? 0 };
      const row = {
        ...common,
        ...(fields.url.trim() && !file && { video_url: fields.url.trim() }),
        ...(duration !== null && { duration_seconds: duration }),
      };
      return version === null
        ? createRow('videos', id, { ...row, course_id: courseId })
        : updateRow('videos', id, version, row);
    },
    onSaved: (_, created) => {
      if (!(created && file))
        consoleToast.success(created ? successes.courses.videoAdded : successes.courses.videoUpdated);
      onClose();
    },
    onFailed: (error, created) =>
      consoleToast.error(created ? messages.courses.addVideo : messages.courses.updateVideo, {
        description: error.detail,
      }),
  });
  const { fields, set, errors, input } = form;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <SideDialog
      open
      onClose={onClose}
      title={video ? text.edit : text.add}
      {...(video && { about: video.title })}
      actions={<FormButtons form={form} onCancel={onClose} onSave={() => void form.submit()} />}
    >
      <form ref={form.ref} onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
        {video && <OtherEditors table="videos" id={video.id} />}
        <RestoredDraft form={form} />
        <ConflictPanel
          form={form}
          labels={{
            title: text.title,
            description: text.description,
            url: text.url,
            duration: text.duration,
            is_free_preview: text.preview,
          }}
          onRestore={() => video && void restoreFromTrash('videos', video.id)}
        />
        <TextField lang="en" label={text.title} {...input('title')} />
        <TextArea label={<span lang="en">{text.description}</span>} {...input('description')} />
        <FileField
          accept="video/mp4,video/webm,video/quicktime,.mov,.mkv"
          lang="en"
          label={text.file}
          hint={text.fileHint}
          choose={text.choose}
          chosen={file && `${file.name} · ${formatBytes(file.size)}`}
          error={faultText}
          onChoose={([chosen]) => setFile(chosen)}
        />
        <VideoWarning file={file} />
        <TextField
          type="url"
          label={<span lang="en">{text.url}</span>}
          hint={text.urlHint}
          value={fields.url}
          disabled={file !== undefined}
          error={file ? undefined : errors.url}
          onChange={(event) => set({ url: event.target.value })}
        />
        <TextField
          type="number"
          min={0}
          label={<span lang="en">{text.duration}</span>}
          hint={text.durationHint}
          {...input('duration')}
        />
        <Checkbox
          label={text.preview}
          checked={fields.is_free_preview}
          onChange={(event) => set({ is_free_preview: event.target.checked })}
        />
        <button type="submit" hidden />
      </form>
    </SideDialog>
  );
}
