import { type FormEvent, useEffect, useRef, useState } from 'react';
import { updateRow } from '@/features/console-kit/requests/records';
import { type VideoRow, videoRow } from '@/features/console-kit/requests/rows';
import { formText } from '@/features/console-kit/text/console';
import { courseText, lessonText as text, videoFormText, wizardText } from '@/features/console-kit/text/courses';
import { messages, successes, validations } from '@/features/console-kit/text/messages';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { FileField } from '@/features/console-kit/widgets/file-field';
import { ConflictPanel, OtherEditors, RestoredDraft } from '@/features/console-kit/widgets/form-notes';
import { ImageField } from '@/features/console-kit/widgets/image-field';
import { type Errors, useRecordForm } from '@/features/console-kit/widgets/use-record-form';
import { restoreFromTrash } from '@/features/console-kit/widgets/use-trash';
import { preloadUploads, queueUpload } from '@/features/uploads/mutations/queue-upload';
import { durationWords, faultWords, secondsOf } from '@/features/uploads/widgets/video-file';
import { VideoWarning } from '@/features/uploads/widgets/video-warning';
import { formatBytes } from '@/shared/format/format-bytes';
import { isBlank } from '@/shared/is-blank';
import { CHAPTERS_LENGTH } from '@/shared/limits';
import { Button } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { Checkbox } from '@/ui/checkbox';
import { focusInvalid } from '@/ui/focus-invalid';
import { Select } from '@/ui/select';
import { TextArea } from '@/ui/text-area';
import { TextField } from '@/ui/text-field';
import { LessonTexts } from './lesson-texts';
import { type Withdrawal, WithdrawDialog } from './withdraw-dialog';

interface Fields {
  title: string;
  description: string;
  duration: string;
  captions: string;
  chapters: string;
  thumbnail_url: string;
  is_free_preview: boolean;
  status: 'draft' | 'published';
}

const fieldsOf = (video: VideoRow): Fields => ({
  title: video.title,
  description: video.description ?? '',
  duration: String(video.duration_seconds),
  captions: video.captions ?? '',
  chapters: video.chapters ?? '',
  thumbnail_url: video.thumbnail_url ?? '',
  is_free_preview: video.is_free_preview,
  status: video.status ?? 'published',
});

const isVtt = (typed: string) => !typed.trim() || typed.trimStart().startsWith('WEBVTT');

const wrongFields = ({ title, duration, captions, chapters }: Fields): Errors<Fields> => {
  const wrongDuration = durationWords(duration);
  return {
    ...(isBlank(title) ? { title: validations.video.title } : {}),
    ...(title.trim().length > 300 ? { title: formText.tooLong(300) } : {}),
    ...(wrongDuration ? { duration: wrongDuration } : {}),
    ...(isVtt(captions) ? {} : { captions: text.noSignature }),
    ...(isVtt(chapters) ? {} : { chapters: text.noSignature }),
    ...(chapters.length > CHAPTERS_LENGTH ? { chapters: formText.tooLong(CHAPTERS_LENGTH) } : {}),
  };
};

/** The details of a lesson. Saving and cancelling both return to the course editor. */
export function LessonForm({ video, onDone }: { video: VideoRow; onDone: () => void }) {
  useEffect(preloadUploads, []);
  const [file, setFile] = useState<File>();
  const fault = file && faultWords(file);
  /** True while the file is being queued, so that a second click does not add the file twice. */
  const queueing = useRef(false);
  const [asked, setAsked] = useState(false);
  const form = useRecordForm<Fields, VideoRow>({
    schema: videoRow,
    form: `lesson:${video.id}`,
    row: video,
    fieldsOf,
    blank: fieldsOf(video),
    validate: wrongFields,
    save: ({ id, version, fields }) =>
      updateRow('videos', id, version ?? 0, {
        title: fields.title.trim(),
        description: fields.description.trim() || null,
        duration_seconds: secondsOf(fields.duration),
        captions: fields.captions.trim() || null,
        chapters: fields.chapters.trim() || null,
        thumbnail_url: fields.thumbnail_url || null,
        is_free_preview: fields.is_free_preview,
        ...(fields.status !== (video.status ?? 'published') && { status: fields.status }),
      }),
    onSaved: () => {
      consoleToast.success(successes.courses.videoUpdated);
      onDone();
    },
    onFailed: (error) =>
      consoleToast.error(messages.courses.updateVideo, {
        description: error.code === 'checklist' ? text.notReady : error.detail,
      }),
  });
  const { fields, set, errors, input } = form;
  const isPublished = (video.status ?? 'published') === 'published';
  const losesPreview = video.is_free_preview && !fields.is_free_preview;
  const withdrawal: Withdrawal | false =
    isPublished && (fields.status === 'draft' ? 'draft' : losesPreview && 'preview');
  const removeFile = () => {
    setFile(undefined);
    form.ref.current?.querySelector<HTMLElement>('input[accept^="video/"]')?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (queueing.current) return;
    if (fault) return focusInvalid(form.ref.current);
    if (withdrawal && Object.keys(wrongFields(fields)).length === 0) setAsked(true);
    else await save();
  };
  const save = async () => {
    if (file && Object.keys(wrongFields(fields)).length === 0) {
      queueing.current = true;
      try {
        await queueUpload({
          file,
          title: fields.title.trim(),
          write: { videoId: video.id, courseId: video.course_id, replaces: true, fields: {} },
        });
        setFile(undefined);
        consoleToast.info(text.replaced);
      } catch {
        consoleToast.error(messages.courses.upload);
        return;
      } finally {
        queueing.current = false;
      }
    }
    if (form.dirty) await form.submit();
    else onDone();
  };
  return (
    <form
      ref={form.ref}
      noValidate
      onSubmit={(event) => void submit(event)}
      className={`${cardClass} grid min-w-0 grid-cols-1 content-start gap-4 p-4`}
    >
      <OtherEditors table="videos" id={video.id} />
      <RestoredDraft form={form} />
      <ConflictPanel
        form={form}
        labels={{
          title: videoFormText.title,
          description: videoFormText.description,
          duration: videoFormText.duration,
          captions: text.captions,
          chapters: text.chapters,
          thumbnail_url: text.poster,
          is_free_preview: videoFormText.preview,
          status: courseText.status,
        }}
        onRestore={() => void restoreFromTrash('videos', video.id)}
      />
      <TextField label={<span lang="en">{videoFormText.title}</span>} {...input('title')} />
      <TextArea label={<span lang="en">{videoFormText.description}</span>} {...input('description')} />
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          type="number"
          min={0}
          label={<span lang="en">{videoFormText.duration}</span>}
          {...input('duration')}
        />
        <Select
          label={courseText.status}
          hint={fields.status === 'draft' ? text.draftHint : text.publishedHint}
          value={fields.status}
          onChange={(event) => set({ status: event.target.value as Fields['status'] })}
        >
          {(['draft', 'published'] as const).map((status) => (
            <option key={status} value={status}>
              {courseText.statuses[status]}
            </option>
          ))}
        </Select>
      </div>
      <Checkbox
        label={videoFormText.preview}
        checked={fields.is_free_preview}
        onChange={(event) => set({ is_free_preview: event.target.checked })}
      />
      <ImageField
        label={text.poster}
        place="posters"
        hint={text.posterHint}
        value={fields.thumbnail_url || null}
        onChange={(image) => set({ thumbnail_url: image?.url ?? '' })}
      />
      <FileField
        accept="video/mp4,video/webm,video/quicktime,.mov,.mkv"
        label={text.replace}
        hint={text.replaceHint}
        error={fault}
        choose={videoFormText.choose}
        chosen={file && `${file.name} · ${formatBytes(file.size)}`}
        onChoose={([chosen]) => setFile(chosen)}
      />
      {file && (
        <Button className="-mt-2 justify-self-start" onClick={removeFile}>
          {wizardText.removeFile(file.name)}
        </Button>
      )}
      <VideoWarning file={fault ? undefined : file} />
      <LessonTexts
        videoUrl={video.video_url}
        file={fault ? undefined : file}
        captions={fields.captions}
        chapters={fields.chapters}
        errors={errors}
        onChange={set}
      />
      <div lang="en" className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>{videoFormText.cancel}</Button>
        <Button type="submit" kind="primary" busy={form.busy}>
          {videoFormText.save}
        </Button>
      </div>
      <WithdrawDialog
        open={asked}
        what={withdrawal || 'draft'}
        videoId={video.id}
        onClose={() => setAsked(false)}
        onConfirm={async () => {
          setAsked(false);
          await save();
        }}
      />
    </form>
  );
}
