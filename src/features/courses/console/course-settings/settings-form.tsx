import { useState } from 'react';
import { updateRow } from '@/features/console-kit/requests/records';
import { type CourseRow, courseRow } from '@/features/console-kit/requests/rows';
import { formText } from '@/features/console-kit/text/console';
import { courseText } from '@/features/console-kit/text/courses';
import { ConfirmDialog } from '@/features/console-kit/widgets/confirm-dialog';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { ConflictPanel, OtherEditors, RestoredDraft } from '@/features/console-kit/widgets/form-notes';
import { ImageField } from '@/features/console-kit/widgets/image-field';
import { LearnersInside } from '@/features/console-kit/widgets/learners-inside';
import { useRecordForm } from '@/features/console-kit/widgets/use-record-form';
import { restoreFromTrash } from '@/features/console-kit/widgets/use-trash';
import { isBlank } from '@/shared/is-blank';
import { isHttpsUrl } from '@/shared/is-https-url';
import { safePath } from '@/shared/safe-path';
import { Button } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { courseShapes, type Shape, shapeOf } from '@/ui/drawing/printed';
import { PrintedObject } from '@/ui/printed-object';
import { Select } from '@/ui/select';
import { TextArea } from '@/ui/text-area';
import { TextField } from '@/ui/text-field';
import { settingsText as text } from '../text/course-settings';

interface Fields {
  title: string;
  description: string;
  plan_type: CourseRow['plan_type'];
  category: string;
  instructor: string;
  thumbnail_url: string;
  shape: Shape | '';
}

const chosenShape = (stored: string | null): Shape | '' => courseShapes.find((shape) => shape === stored) ?? '';

const fieldsOf = (course: CourseRow): Fields => ({
  title: course.title,
  description: course.description ?? '',
  plan_type: course.plan_type,
  category: course.category ?? '',
  instructor: course.instructor ?? '',
  thumbnail_url: course.thumbnail_url ?? '',
  shape: chosenShape(course.shape),
});

/** An https URL, or a file of this server, which serves http in development. */
const isCover = (url: string) => isHttpsUrl(url) || safePath(url.replace(location.origin, '')) !== null;

const labels = {
  title: courseText.title,
  description: courseText.description,
  plan_type: courseText.plan,
  category: text.category,
  instructor: text.instructor,
  thumbnail_url: text.cover,
  shape: text.shape,
};

/** Ordered from the least to the most expensive. */
const plans = ['free', 'basic', 'premium'] as const;

const wrongFields = ({ title, thumbnail_url }: Fields): { title?: string; thumbnail_url?: string } => ({
  ...(isBlank(title)
    ? { title: courseText.titleRequired }
    : title.trim().length > 300
      ? { title: courseText.tooLong }
      : {}),
  ...(thumbnail_url.trim() && !isCover(thumbnail_url.trim()) ? { thumbnail_url: text.coverWrong } : {}),
});

const useCourseForm = (course: CourseRow) =>
  useRecordForm<Fields, CourseRow>({
    schema: courseRow,
    form: `course:${course.id}`,
    row: course,
    fieldsOf,
    blank: fieldsOf(course),
    validate: wrongFields,
    save: ({ id, version, fields }) =>
      updateRow('courses', id, version ?? 0, {
        title: fields.title.trim(),
        description: fields.description.trim() || null,
        plan_type: fields.plan_type,
        category: fields.category.trim() || null,
        instructor: fields.instructor.trim() || null,
        thumbnail_url: fields.thumbnail_url.trim() || null,
        shape: fields.shape || null,
      }),
    onSaved: () => consoleToast.success(text.saved),
    onFailed: (error) => consoleToast.error(text.saveFailed, { description: error.detail }),
  });

interface ShapeFieldProps {
  course: CourseRow;
  value: Fields['shape'];
  onChange: (shape: Fields['shape']) => void;
}

/** Chooses the shape of the progress drawing, with a preview. */
function ShapeField({ course, value, onChange }: ShapeFieldProps) {
  return (
    <div className="flex items-end gap-3">
      <Select
        label={text.shape}
        value={value}
        className="min-w-0 grow"
        onChange={(event) => onChange(chosenShape(event.target.value))}
      >
        <option value="">{text.noShape}</option>
        {courseShapes.map((shape) => (
          <option key={shape} value={shape}>
            {text.shapes[shape] ?? shape}
          </option>
        ))}
      </Select>
      <PrintedObject
        shape={shapeOf(course.id, value)}
        total={8}
        done={5}
        minLines={8}
        width={44}
        height={40}
        label={text.shapeAlt}
      />
    </div>
  );
}

/** The fields of a course, its cover and the shape of its progress drawing. */
export function SettingsForm({ course }: { course: CourseRow }) {
  const form = useCourseForm(course);
  const { fields, set, input } = form;
  const [asked, setAsked] = useState(false);
  const locksOut = course.status !== 'draft' && plans.indexOf(fields.plan_type) > plans.indexOf(course.plan_type);
  return (
    <form
      ref={form.ref}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (locksOut && Object.keys(wrongFields(fields)).length === 0) setAsked(true);
        else void form.submit();
      }}
      className={`${cardClass} grid min-w-0 grid-cols-1 content-start gap-4 self-start p-4`}
    >
      <OtherEditors table="courses" id={course.id} />
      <RestoredDraft form={form} />
      <ConflictPanel form={form} labels={labels} onRestore={() => void restoreFromTrash('courses', course.id)} />
      <TextField label={courseText.title} {...input('title')} />
      <TextArea label={courseText.description} {...input('description')} />
      <div className="grid gap-4 md:grid-cols-2">
        <Select
          label={courseText.plan}
          value={fields.plan_type}
          onChange={(event) => set({ plan_type: event.target.value as Fields['plan_type'] })}
        >
          {plans.map((plan) => (
            <option key={plan} value={plan}>
              {courseText.plans[plan]}
            </option>
          ))}
        </Select>
        <ShapeField course={course} value={fields.shape} onChange={(shape) => set({ shape })} />
        <TextField label={text.category} {...input('category')} />
        <TextField label={text.instructor} {...input('instructor')} />
      </div>
      <ImageField
        label={text.coverChoose}
        place="covers"
        hint={text.coverHint}
        value={fields.thumbnail_url || null}
        hidePreview={!isCover(fields.thumbnail_url.trim())}
        onChange={(image) => set({ thumbnail_url: image?.url ?? '' })}
      />
      <TextField label={text.cover} {...input('thumbnail_url')} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" kind={form.dirty ? 'primary' : 'quiet'} busy={form.busy}>
          {text.save}
        </Button>
        {form.dirty && <p className="text-muted text-xs">{formText.unsaved}</p>}
      </div>
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        title={text.stricterTitle(courseText.plans[fields.plan_type])}
        confirmLabel={text.save}
        onConfirm={async () => {
          setAsked(false);
          await form.submit();
        }}
      >
        <p>{text.stricterAsk}</p>
        <LearnersInside table="courses" id={course.id} />
      </ConfirmDialog>
    </form>
  );
}
