import { type Live, mapLive } from '@/device/live/live';
import type { LessonProgress } from '@/features/progress/rules/course-progress';
import type { CourseRow } from '@/shared/rows';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { SegmentedControl } from '@/ui/segmented-control';
import { Select } from '@/ui/select';
import type { Catalog } from './queries';
import { type CourseFilter, type CourseSort, courseFilters, courseSorts, listedCourses } from './rules/course-list';
import { myCourses as text } from './text/courses';
import { CourseGrid } from './widgets/course-grid';

const gridClass = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-4';

export interface Choice {
  filter: CourseFilter;
  sort: CourseSort;
}

interface CourseListProps {
  catalog: Live<Catalog>;
  progress: LessonProgress;
  mayRead: (course: CourseRow) => boolean;
  choice: Choice;
  onChoice: (choice: Choice) => void;
}

/** The courses with controls to filter and sort them. The controls are hidden if there are no courses. */
export function CourseList({ catalog, progress, mayRead, choice, onChoice }: CourseListProps) {
  const listed = mapLive(catalog, ({ courses, videos }) => ({
    courses: listedCourses(courses, videos, progress, choice.filter, choice.sort),
    videos,
  }));
  const isFilterable = (catalog.data?.courses.length ?? 0) > 0;
  return (
    <>
      {isFilterable && (
        <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <SegmentedControl
            label={text.filter}
            options={courseFilters.map((value) => ({ value, label: text.filters[value] }))}
            value={choice.filter}
            onChange={(filter) => onChoice({ ...choice, filter })}
            className="max-w-full max-[28rem]:w-full max-[28rem]:[&_label]:basis-5/12"
          />
          <div className="w-full md:w-60">
            <Select
              label={text.sort}
              value={choice.sort}
              onChange={({ target }) =>
                onChoice({ ...choice, sort: courseSorts.find((sort) => sort === target.value) ?? 'opened' })
              }
            >
              {courseSorts.map((sort) => (
                <option key={sort} value={sort}>
                  {text.sorts[sort]}
                </option>
              ))}
            </Select>
          </div>
        </div>
      )}
      {isFilterable && listed.data?.courses.length === 0 ? (
        <Notice
          title={text.noneTitle}
          action={<Button onClick={() => onChoice({ ...choice, filter: 'all' })}>{text.showAll}</Button>}
        >
          {text.noneText}
        </Notice>
      ) : (
        <CourseGrid
          key={`${choice.filter} ${choice.sort}`}
          catalog={listed}
          progress={progress}
          mayRead={mayRead}
          className={gridClass}
          heading="h2"
        />
      )}
    </>
  );
}
