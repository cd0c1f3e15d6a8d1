import { useEffect, useState } from 'react';
import { paddedCourseId } from '@/features/console-kit/requests/course-id';
import { formText } from '@/features/console-kit/text/console';
import { wizardText as text } from '@/features/console-kit/text/courses';
import { messages, validations } from '@/features/console-kit/text/messages';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { readDraft, removeDraft, writeDraft } from '@/features/console-kit/widgets/drafts';
import { resourceOf } from '@/features/uploads/mutations/lesson-files';
import { preloadUploads, queueUpload } from '@/features/uploads/mutations/queue-upload';
import { posterOfPicture } from '@/features/uploads/queries/chosen-file';
import { durationWords, faultWords, secondsOf } from '@/features/uploads/widgets/video-file';
import { cleanTexts } from '@/shared/clean-text';
import { isBlank } from '@/shared/is-blank';
import { newId } from '@/shared/new-id';

export interface WizardForm {
  title: string;
  description: string;
  /** Duration (s) as typed; if empty, the duration is read from the file. */
  duration: string;
  video: File | null;
  thumbnail: File | null;
  files: File[];
  preview: boolean;
}

const blank: WizardForm = {
  title: '',
  description: '',
  duration: '',
  video: null,
  thumbnail: null,
  files: [],
  preview: false,
};

const faultOfTitle = (title: string): string | undefined => {
  if (isBlank(title)) return validations.upload.title;
  return title.trim().length > 300 ? formText.tooLong(300) : undefined;
};

type Typed = Pick<WizardForm, 'title' | 'description' | 'duration' | 'preview'>;
const typedOf = ({ title, description, duration, preview }: WizardForm): Typed => ({
  title,
  description,
  duration,
  preview,
});

/** State of the upload wizard: its four steps, and the condition for leaving each step. */
export function useWizard(routeId: string | undefined) {
  useEffect(preloadUploads, []);
  const [step, setStep] = useState(1);
  const draft = `video-upload:${routeId ?? ''}`;
  // A draft cannot store files, so the administrator must choose them again.
  const [found] = useState(() => readDraft<Typed>(draft));
  const [form, setForm] = useState<WizardForm>({ ...blank, ...found?.fields });
  const [error, setError] = useState<string>();
  const set = (change: Partial<WizardForm>) => {
    const next = { ...form, ...cleanTexts(change) };
    setForm(next);
    writeDraft<Typed>(draft, { fields: typedOf(next), base: typedOf(blank), version: null, id: '', at: Date.now() });
    setError(undefined);
  };
  const next = () => {
    const missing =
      step === 1
        ? form.video
          ? faultWords(form.video)
          : validations.upload.file
        : step === 2
          ? faultOfTitle(form.title)
          : undefined;
    setError(missing);
    // The field of the duration shows its own fault.
    if (!missing && !(step === 2 && durationWords(form.duration))) setStep(Math.min(4, step + 1));
  };
  const previous = () => {
    setError(undefined);
    setStep(Math.max(1, step - 1));
  };
  /** Adds the video to the upload queue. @returns the id of the new lesson, or undefined if something is missing */
  const submit = async (): Promise<string | undefined> => {
    const { video, thumbnail, title, description, duration, files, preview } = form;
    if (!video) return void setError(validations.upload.noFile);
    if (!routeId) return void setError(validations.upload.noCourse);
    const courseId = paddedCourseId(routeId);
    const videoId = newId();
    try {
      const typed = duration.trim() ? secondsOf(duration) : null;
      const poster = thumbnail ? await posterOfPicture(thumbnail) : null;
      await queueUpload({
        file: video,
        title: title.trim(),
        duration: typed,
        poster: poster instanceof Blob ? poster : null,
        write: {
          videoId,
          courseId,
          replaces: false,
          resources: files.map((file) => resourceOf(file)),
          fields: { title: title.trim(), description: description.trim() || null, is_free_preview: preview },
        },
      });
      removeDraft(draft);
      consoleToast.info(text.queued);
      return videoId;
    } catch {
      consoleToast.error(messages.courses.upload);
      return undefined;
    }
  };
  return {
    step,
    form,
    error,
    restoredAt: found?.at ?? null,
    discard: () => removeDraft(draft),
    set,
    reject: setError,
    next,
    previous,
    submit,
  };
}
