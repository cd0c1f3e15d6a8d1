import { useState } from 'react';
import { paddedCourseId } from '@/data/admin/course-id';
import { attachFile } from '@/data/uploads/lesson-files';
import { addUpload, faultOfFile, posterOfPicture } from '@/data/uploads/mutations';
import { onUploadDone } from '@/data/uploads/upload-service';
import { formatBytes } from '@/lib/format-bytes';
import { newId } from '@/lib/new-id';
import { wizardText as text } from '@/text/admin/courses';
import { messages, validations } from '@/text/admin/messages';
import { uploadText } from '@/text/admin/uploads';
import { consoleToast } from '@/widgets/admin/console-toast';

export interface WizardForm {
  title: string;
  description: string;
  /** Seconds as typed; empty: read from the file. */
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

const faultWords = (file: File): string | undefined => {
  const fault = faultOfFile(file);
  if (!fault) return undefined;
  return fault === 'too-large' ? uploadText.faults[fault](formatBytes(file.size)) : uploadText.faults[fault];
};

/** Resources follow their lesson: its row exists as soon as the upload is done. */
function attachWhenDone(id: string, courseId: string, videoId: string, files: readonly File[]): void {
  if (files.length === 0) return;
  const end = onUploadDone((upload) => {
    if (upload.id !== id) return;
    end();
    void (async () => {
      for (const file of files)
        await attachFile(courseId, videoId, file, file.name).catch(() =>
          consoleToast.error(messages.resources.loadError, { description: file.name }),
        );
    })();
  });
}

/** The state of the upload wizard: four steps, and what each needs before the next. */
export function useWizard(routeId: string | undefined) {
  const [step, setStep] = useState(1);
  const [form, setForm] = useState(blank);
  const [error, setError] = useState<string>();
  const set = (change: Partial<WizardForm>) => {
    setForm({ ...form, ...change });
    setError(undefined);
  };
  const next = () => {
    const missing =
      step === 1
        ? form.video
          ? faultWords(form.video)
          : validations.upload.file
        : step === 2 && !form.title.trim()
          ? validations.upload.title
          : undefined;
    setError(missing);
    if (!missing) setStep(Math.min(4, step + 1));
  };
  const previous = () => {
    setError(undefined);
    setStep(Math.max(1, step - 1));
  };
  /** Puts the video into the queue. @returns the id of the new lesson; undefined when something is missing */
  const submit = async (): Promise<string | undefined> => {
    const { video, thumbnail, title, description, duration, files, preview } = form;
    if (!video) return void setError(validations.upload.noFile);
    if (!routeId) return void setError(validations.upload.noCourse);
    const courseId = paddedCourseId(routeId);
    const videoId = newId();
    try {
      const typed = duration.trim() ? Math.max(0, Math.round(Number(duration) || 0)) : null;
      const id = await addUpload({
        file: video,
        title: title.trim(),
        duration: typed,
        poster: thumbnail ? await posterOfPicture(thumbnail) : null,
        write: {
          videoId,
          courseId,
          replaces: false,
          fields: { title: title.trim(), description: description.trim() || null, is_free_preview: preview },
        },
      });
      attachWhenDone(id, courseId, videoId, files);
      consoleToast.info(text.queued);
      return videoId;
    } catch {
      consoleToast.error(messages.courses.upload);
      return undefined;
    }
  };
  return { step, form, error, set, next, previous, submit };
}
