import { ArrowLeft, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useConsoleMutation, useConsoleQuery } from '@/features/console-kit/queries';
import { asConsoleError } from '@/features/console-kit/requests/console-client';
import { type CourseList, duplicateCourse, loadCourses } from '@/features/console-kit/requests/courses';
import type { CourseRow, CourseStatus } from '@/features/console-kit/requests/rows';
import { titleMatches } from '@/features/console-kit/rules/title-search';
import { consoleText } from '@/features/console-kit/text/console';
import { courseText as text } from '@/features/console-kit/text/courses';
import { messages } from '@/features/console-kit/text/messages';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { RemoteStates } from '@/features/console-kit/widgets/remote-states';
import { counted } from '@/shared/format/format';
import { paths } from '@/shared/paths';
import { backLinkClass, buttonClass } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { Chip } from '@/ui/chip';
import { classNames } from '@/ui/class-names';
import { SearchField } from '@/ui/search-field';
import { SegmentedControl } from '@/ui/segmented-control';
import { localCourses, localDrafts, localTemplates, storeTemplates } from '../local-courses';
import { CoursesFrame } from '../widgets/courses-frame';
import { CourseForm } from './course-form';
import { CourseItem } from './course-row';
import { ImportCourse } from './import-course';
import { LocalBanner } from './local-banner';
import { TemplateList } from './template-list';

type Filter = 'all' | CourseStatus;
const filters = ['all', 'draft', 'published', 'public'] as const;
const tables = ['courses', 'videos', 'course_templates'];

async function loadList(): Promise<CourseList> {
  const list = await loadCourses();
  storeTemplates(list.templates);
  return list;
}

const matches = ({ title, status }: CourseRow, search: string, filter: Filter) =>
  (filter === 'all' || status === filter) && titleMatches(title, search);

function Courses({ list }: { list: CourseList }) {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  const shown = list.courses.filter((course) => matches(course, search, filter));
  const copy = useConsoleMutation(duplicateCourse, {
    onSuccess: ({ title }) => consoleToast.success(text.duplicated(title)),
    onError: () => consoleToast.error(text.duplicateFailed),
  });
  const count = (value: Filter) => list.courses.filter(({ status }) => value === 'all' || status === value).length;
  return (
    <section aria-label={text.builder} className={`${cardClass} min-w-0 self-start overflow-hidden`}>
      <div className="grid gap-3 border-line border-b p-4">
        <div className="flex flex-wrap items-end gap-3">
          <SearchField
            label={text.search}
            clearLabel={consoleText.clearSearch}
            value={search}
            onChange={setSearch}
            className="min-w-0 grow basis-52"
          />
          <ImportCourse />
        </div>
        <SegmentedControl
          label={text.filter}
          value={filter}
          onChange={setFilter}
          options={filters.map((value) => ({
            value,
            label: `${value === 'all' ? text.all : text.statuses[value]} ${count(value)}`,
          }))}
        />
      </div>
      {shown.length > 0 ? (
        <ul>
          {shown.map((course) => (
            <CourseItem
              key={course.id}
              course={course}
              lessons={list.lessons[course.id] ?? 0}
              busy={copy.isPending && copy.variables === course.id}
              // A second click is ignored until the copy is done.
              onDuplicate={({ id }) => copy.isPending || copy.mutate(id)}
            />
          ))}
        </ul>
      ) : (
        <p className="px-4 py-8 text-center text-muted">{list.courses.length ? text.noMatch : text.empty}</p>
      )}
    </section>
  );
}

/** The courses stored on this device, shown while the server denies access to the list of courses. */
const LocalList = () => (
  <section aria-label={text.builder} className={`${cardClass} min-w-0 self-start`}>
    <ul>
      {localCourses().map(({ id, title, plan_type, modules }) => (
        <li key={id} className="flex flex-wrap items-center gap-3 border-line border-t px-4 py-3 first:border-t-0">
          <div className="min-w-0 grow">
            <p className="wrap-anywhere font-bold">{title}</p>
            <p className="text-muted text-xs">
              <span lang="en">{text.plans[plan_type]}</span> · {counted(modules, ...text.lessons)}
            </p>
          </div>
          <Chip>{text.localMark}</Chip>
        </li>
      ))}
    </ul>
  </section>
);

function CoursesScreen({ title, back }: { title: string; back: boolean }) {
  const courses = useConsoleQuery(['courses'], loadList, { tables });
  const rejected = courses.data === undefined && courses.error?.kind === 'forbidden';
  const failed = messages.courses.load(courses.error ? asConsoleError(courses.error).detail : '');
  const form = <CourseForm templates={courses.data?.templates ?? localTemplates()} />;
  const list = rejected ? (
    <LocalList />
  ) : (
    <RemoteStates remote={courses} failed={failed}>
      {(loaded) => <Courses list={loaded} />}
    </RemoteStates>
  );
  return (
    <CoursesFrame
      title={title}
      lead={
        back && (
          <Link to={paths.adminDashboard} className={backLinkClass} aria-label={text.back} title={text.back}>
            <ArrowLeft size={20} aria-hidden="true" />
          </Link>
        )
      }
    >
      <LocalBanner drafts={localDrafts()} rejected={rejected} />
      {back ? (
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-[360px_minmax(0,1fr)]">
          {form}
          <div className="min-w-0">{list}</div>
        </div>
      ) : (
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_360px]">
          <div className="min-w-0">
            {/* On a phone, the form is below all courses, so link to the screen that starts with the form. */}
            <Link to={paths.courseCreator} className={classNames(buttonClass('primary'), 'mb-3 lg:hidden')}>
              <Plus size={18} aria-hidden="true" />
              {text.creator}
            </Link>
            {list}
          </div>
          <div className="grid content-start gap-4">
            {form}
            {courses.data && courses.data.templates.length > 0 && <TemplateList templates={courses.data.templates} />}
          </div>
        </div>
      )}
    </CoursesFrame>
  );
}

/** /admin/course-creator */
export const CourseCreatorPage = () => <CoursesScreen title={text.creator} back />;

/** /admin/supabase-builder and /admin/courses */
export const CourseBuilderPage = () => <CoursesScreen title={text.builder} back={false} />;
