import { type FormEvent, useState } from 'react';
import { consoleText } from '@/features/console-kit/text/console';
import { lessonText as text, videoFormText } from '@/features/console-kit/text/courses';
import { messages, successes } from '@/features/console-kit/text/messages';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { FileField } from '@/features/console-kit/widgets/file-field';
import { RestoredDraft } from '@/features/console-kit/widgets/form-notes';
import { useRecordForm } from '@/features/console-kit/widgets/use-record-form';
import { uploadText } from '@/features/uploads/text';
import { formatBytes } from '@/shared/format/format-bytes';
import { isBlank } from '@/shared/is-blank';
import { isHttpsUrl } from '@/shared/is-https-url';
import { faultOfResource } from '@/shared/resource-types';
import { Button } from '@/ui/button';
import { Checkbox } from '@/ui/checkbox';
import { focusInvalid } from '@/ui/focus-invalid';
import { TextField } from '@/ui/text-field';

interface Fields {
  title: string;
  url: string;
  is_visible: boolean;
}

export interface NewResource extends Fields {
  /** Id of the new row, so that pressing the button twice adds one row. */
  id: string;
  file: File | undefined;
}

interface ResourceFormProps {
  /** Key under which the unsaved input is stored. */
  draft: string;
  /** True for files of a course, which can be hidden from learners. */
  withVisibility?: boolean;
  add: (resource: NewResource) => Promise<unknown>;
  onDone: () => void;
}

const blank: Fields = { title: '', url: '', is_visible: true };

/** Adds a file from this device, or a URL, to a lesson or a course. */
export function ResourceForm({ draft, withVisibility = false, add, onDone }: ResourceFormProps) {
  const [file, setFile] = useState<File>();
  const fault = file && faultOfResource(file);
  const form = useRecordForm<Fields, Fields & { id: string; row_version: number }>({
    form: draft,
    row: null,
    fieldsOf: ({ title, url, is_visible }) => ({ title, url, is_visible }),
    blank,
    validate: ({ title, url }) => ({
      ...(isBlank(title) && !file ? { title: text.resourceRequired } : {}),
      ...(file || url.trim() ? {} : { url: text.resourceRequired }),
      ...(!file && url.trim() && !isHttpsUrl(url.trim()) ? { url: text.resourceUrlWrong } : {}),
    }),
    save: async ({ id, fields }) => {
      await add({
        ...fields,
        title: isBlank(fields.title) ? (file?.name ?? '') : fields.title.trim(),
        url: fields.url.trim(),
        id,
        file,
      });
      return { ...fields, id, row_version: 1 };
    },
    onSaved: () => {
      consoleToast.success(file ? successes.resources.uploaded : successes.resources.added);
      onDone();
    },
    onFailed: ({ code, detail }) =>
      consoleToast.error(messages.images.uploadFile(code === 'file_too_large' ? consoleText.fileTooLarge : detail)),
  });
  const { fields, set, input } = form;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fault) focusInvalid(form.ref.current);
    else void form.submit();
  };
  return (
    <form ref={form.ref} noValidate onSubmit={submit} className="grid grid-cols-1 content-start gap-3">
      <RestoredDraft form={form} />
      <TextField label={text.resourceTitle} {...input('title')} />
      <FileField
        label={text.resourceFile}
        choose={videoFormText.choose}
        chosen={file && `${file.name} · ${formatBytes(file.size)}`}
        error={fault && `${file.name}: ${uploadText.resourceFaults[fault]}`}
        onChoose={([chosen]) => setFile(chosen)}
      />
      <TextField type="url" label={text.resourceUrl} {...input('url')} disabled={file !== undefined} />
      {withVisibility && (
        <Checkbox
          label={text.visible}
          checked={fields.is_visible}
          onChange={(event) => set({ is_visible: event.target.checked })}
        />
      )}
      <Button type="submit" kind="primary" busy={form.busy} className="justify-self-start">
        <span lang="en">{text.addResource}</span>
      </Button>
    </form>
  );
}
