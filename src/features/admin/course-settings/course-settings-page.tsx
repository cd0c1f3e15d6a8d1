import { ArrowLeft } from 'lucide-react';
import { useNavigate, useParams } from 'react-router-dom';
import { courseEditorHref } from '@/config/console-paths';
import { type CourseRow, loadCourse } from '@/data/admin/courses';
import { updateRow } from '@/data/admin/records';
import { useRemote } from '@/data/admin/use-remote';
import { uploadPicture } from '@/data/uploads/requests';
import { courseText, editorText, lessonText, settingsText as text } from '@/text/admin/courses';
import { messages } from '@/text/admin/messages';
import { Button } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { Notice } from '@/ui/notice';
import { Select } from '@/ui/select';
import { TextArea } from '@/ui/text-area';
import { TextField } from '@/ui/text-field';
import { consoleToast } from '@/widgets/admin/console-toast';
import { CoursesFrame } from '@/widgets/admin/courses-frame';
import { FileField } from '@/widgets/admin/file-field';
import { ConflictPanel, OtherEditors, RestoredDraft } from '@/widgets/admin/form-notes';
import { RemoteStates } from '@/widgets/admin/remote-states';
import { useRecordForm } from '@/widgets/admin/use-record-form';
import { CourseActions } from './course-actions';
import { PreviewCourse } from './preview-course';
import { PublishCourse } from './publish-course';

interface Fields {
  title: string;
  description: string;
  plan_type: CourseRow['plan_type'];
  category: string;
  instructor: string;
  thumbnail_url: string;
  shape: string;
}

const shapes = ['vase', 'gear', 'bracket', 'boat', 'cube', 'pawn', 'rocket', 'bulb'] as const;

const fieldsOf = (course: CourseRow): Fields => ({
  title: course.title,
  description: course.description ?? '',
  plan_type: course.plan_type,
  category: course.category ?? '',
  instructor: course.instructor ?? '',
  thumbnail_url: course.thumbnail_url ?? '',
  shape: course.shape ?? '',
});

function SettingsForm({ course }: { course: CourseRow }) {
  const form = useRecordForm<Fields, CourseRow>({
    form: `course:${course.id}`,
    row: course,
    fieldsOf,
    blank: fieldsOf(course),
    validate: ({ title, thumbnail_url }) => ({
      ...(title.trim()
        ? title.length > 300
          ? { title: courseText.tooLong }
          : {}
        : { title: courseText.titleRequired }),
      ...(thumbnail_url && !/^(https:\/\/|\/)/.test(thumbnail_url) && !thumbnail_url.startsWith(location.origin)
        ? { thumbnail_url: 'https://' }
        : {}),
    }),
    save: ({ id, version, fields }) =>
      updateRow<CourseRow>('courses', id, version ?? 0, {
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
  const { fields, set, errors } = form;
  const field = (name: 'title' | 'category' | 'instructor' | 'thumbnail_url', label: string) => (
    <TextField
      label={label}
      value={fields[name]}
      error={errors[name]}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  );
  const chooseCover = async (file: File | undefined) => {
    if (!file) return;
    const url = await uploadPicture(file, 'thumbnails').catch(() => undefined);
    if (url) set({ thumbnail_url: url });
    else consoleToast.error(messages.images.upload);
  };
  return (
    <form
      ref={form.ref}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
      className={`${cardClass} grid min-w-0 content-start gap-4 p-4`}
    >
      <div className="not-has-[p]:absolute">
        <OtherEditors table="courses" id={course.id} />
      </div>
      <RestoredDraft form={form} />
      <ConflictPanel
        form={form}
        labels={{
          title: courseText.title,
          description: courseText.description,
          plan_type: courseText.plan,
          category: text.category,
          instructor: text.instructor,
          thumbnail_url: text.cover,
          shape: text.shape,
        }}
      />
      {field('title', courseText.title)}
      <TextArea
        label={courseText.description}
        value={fields.description}
        onChange={(event) => set({ description: event.target.value })}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <Select
          label={courseText.plan}
          value={fields.plan_type}
          onChange={(event) => set({ plan_type: event.target.value as Fields['plan_type'] })}
        >
          {(['free', 'basic', 'premium'] as const).map((plan) => (
            <option key={plan} value={plan}>
              {courseText.plans[plan]}
            </option>
          ))}
        </Select>
        <Select label={text.shape} value={fields.shape} onChange={(event) => set({ shape: event.target.value })}>
          <option value="" aria-label={courseText.noTemplate} />
          {shapes.map((shape) => (
            <option key={shape} value={shape}>
              {shape}
            </option>
          ))}
        </Select>
        {field('category', text.category)}
        {field('instructor', text.instructor)}
      </div>
      {field('thumbnail_url', text.cover)}
      <FileField
        accept="image/*"
        label={text.coverChoose}
        choose={lessonText.posterChoose}
        onChoose={([file]) => void chooseCover(file)}
      />
      <Button type="submit" kind="primary" busy={form.busy} className="justify-self-start">
        {text.save}
      </Button>
    </form>
  );
}

/** /admin/course-settings/{courseId} */
export function CourseSettingsPage() {
  const { courseId = '' } = useParams();
  const navigate = useNavigate();
  const remote = useRemote(`course:${courseId}`, () => loadCourse(courseId), {
    tables: ['courses', 'videos', 'tests', 'course_resources'],
  });
  return (
    <CoursesFrame
      title={text.title}
      lead={
        <Button kind="plain" onClick={() => void navigate(courseEditorHref(courseId))}>
          <ArrowLeft size={20} aria-hidden="true" />
          <span lang="en" className="max-md:sr-only">
            {text.goBack}
          </span>
        </Button>
      }
    >
      <RemoteStates remote={remote} failed={messages.tests.courseLoad}>
        {({ course }) =>
          course ? (
            <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_360px]">
              <SettingsForm key={course.id} course={course} />
              <div className="grid min-w-0 content-start gap-4">
                <PublishCourse course={course} />
                <PreviewCourse courseId={course.id} />
                <CourseActions course={course} />
              </div>
            </div>
          ) : (
            <Notice kind="error" title={editorText.missing} />
          )
        }
      </RemoteStates>
    </CoursesFrame>
  );
}
