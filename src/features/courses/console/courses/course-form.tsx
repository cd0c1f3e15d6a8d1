import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { asConsoleError } from '@/features/console-kit/requests/console-client';
import { createFromTemplate, isForbidden } from '@/features/console-kit/requests/courses';
import { createRow, updateRow } from '@/features/console-kit/requests/records';
import { type CourseRow, type CourseStatus, courseRow, type PlanType } from '@/features/console-kit/requests/rows';
import { consoleText } from '@/features/console-kit/text/console';
import { courseText as text } from '@/features/console-kit/text/courses';
import { messages, successes } from '@/features/console-kit/text/messages';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { RestoredDraft } from '@/features/console-kit/widgets/form-notes';
import { useHeadingFocus } from '@/features/console-kit/widgets/use-heading-focus';
import { useRecordForm } from '@/features/console-kit/widgets/use-record-form';
import { isBlank } from '@/shared/is-blank';
import { courseEditorHref } from '@/shared/paths';
import { Button } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { Select } from '@/ui/select';
import { TextArea } from '@/ui/text-area';
import { TextField } from '@/ui/text-field';
import { addLocalCourse, type CourseTemplate } from '../local-courses';

/** The fields that every saved course has, even one that exists only on this device. */
type SavedCourse = Pick<CourseRow, 'id' | 'row_version' | 'title' | 'description' | 'status' | 'plan_type'>;

interface Fields {
  title: string;
  description: string;
  status: CourseStatus;
  plan_type: PlanType;
  template: string;
}

const blank: Fields = { title: '', description: '', status: 'draft', plan_type: 'free', template: '' };

const validate = ({ title }: Fields) => {
  if (isBlank(title)) return { title: text.titleRequired };
  return title.length > 300 ? { title: text.tooLong } : {};
};

/** Creates an empty course or one from a template. If the administrator may not create courses, the course becomes a draft on this device. */
export function CourseForm({ templates }: { templates: readonly CourseTemplate[] }) {
  const [count, setCount] = useState(0);
  return <NewCourse key={count} again={count > 0} templates={templates} onCreated={() => setCount(count + 1)} />;
}

const contentOf = ({ title, description, plan_type }: Fields) => ({
  title: title.trim(),
  description: description.trim() || null,
  plan_type,
});

/** Creates a course; a draft if it cannot be published yet. If the server forbids creating courses, stores the course on this device. */
async function createCourse(id: string, fields: Fields, templates: readonly CourseTemplate[]): Promise<SavedCourse> {
  const { status, template } = fields;
  const course = { ...contentOf(fields), status };
  const create = (fields: typeof course) =>
    template ? createFromTemplate(id, fields, template) : createRow('courses', id, fields);
  try {
    return await create(course);
  } catch (error) {
    // A course without lessons cannot be published, so it is created as a draft.
    if (asConsoleError(error).code === 'checklist' && status !== 'draft') {
      consoleToast.info(text.createdAsDraft);
      return create({ ...course, status: 'draft' });
    }
    if (!isForbidden(error)) throw error;
    const modules = templates.find((one) => one.id === template)?.modules.length ?? 0;
    const { title, description, plan_type } = course;
    const local = addLocalCourse({ title, description, plan_type, modules, ...(template && { template }) });
    consoleToast.info(text.savedLocally);
    return { ...course, id: local.id, row_version: 0 };
  }
}

interface NewCourseProps {
  /** True if the administrator has just created another course with this form; the heading then receives the focus. */
  again: boolean;
  templates: readonly CourseTemplate[];
  onCreated: () => void;
}

function NewCourse({ again, templates, onCreated }: NewCourseProps) {
  const navigate = useNavigate();
  const heading = useHeadingFocus(again);
  const form = useRecordForm<Fields, SavedCourse>({
    schema: courseRow,
    form: 'course:new',
    row: null,
    fieldsOf: ({ title, description, status, plan_type }) => ({
      title,
      description: description ?? '',
      status,
      plan_type,
      template: '',
    }),
    blank,
    validate,
    formOfCreated: (id) => `course:${id}`,
    save: ({ id, version, fields }) =>
      version === null ? createCourse(id, fields, templates) : updateRow('courses', id, version, contentOf(fields)),
    onSaved: ({ id, title, row_version }) => {
      consoleToast.success(successes.courses.created(title));
      // A course that exists only on this device has no editor.
      if (row_version > 0) void navigate(courseEditorHref(id));
      else onCreated();
    },
    onFailed: (error) =>
      consoleToast.error(error.kind === 'network' ? messages.courses.unexpected : messages.courses.create, {
        description: error.kind === 'network' ? consoleText.noAnswer : asConsoleError(error).detail,
      }),
  });
  const { fields, set, input } = form;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <form
      ref={form.ref}
      onSubmit={submit}
      noValidate
      className={`${cardClass} grid grid-cols-1 content-start gap-4 self-start p-4`}
    >
      <h2 ref={heading} tabIndex={-1} className="text-base outline-none">
        {text.createTitle}
      </h2>
      <RestoredDraft form={form} />
      <TextField label={text.title} {...input('title')} />
      <TextArea label={text.description} {...input('description')} />
      <div className="grid gap-4 md:grid-cols-2">
        <Select
          label={text.status}
          value={fields.status}
          onChange={(event) => set({ status: event.target.value as CourseStatus })}
        >
          {(['draft', 'published', 'public'] as const).map((status) => (
            <option key={status} value={status}>
              {text.statuses[status]}
            </option>
          ))}
        </Select>
        <Select
          label={text.plan}
          value={fields.plan_type}
          onChange={(event) => set({ plan_type: event.target.value as PlanType })}
        >
          {(['free', 'basic', 'premium'] as const).map((plan) => (
            <option key={plan} value={plan}>
              {text.plans[plan]}
            </option>
          ))}
        </Select>
      </div>
      {templates.length > 0 && (
        <Select label={text.template} {...input('template')}>
          <option value="">{text.noTemplate}</option>
          {templates.map(({ id, name, modules }) => (
            <option key={id} value={id}>
              {name} ({modules.length})
            </option>
          ))}
        </Select>
      )}
      <Button type="submit" kind="primary" busy={form.busy} className="justify-self-start">
        {text.create}
      </Button>
    </form>
  );
}
