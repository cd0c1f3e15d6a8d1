import { Suspense, useState } from 'react';
import type { Live } from '@/device/live/live';
import { refresh } from '@/device/sync/mutations';
import { useInitialSync } from '@/device/sync/use-initial-sync';
import { courseProgress, type LessonProgress } from '@/features/progress/rules/course-progress';
import { COURSES_AT_ONCE } from '@/shared/app-limits';
import { sectionSearch } from '@/shared/paths';
import type { CourseRow, VideoRow } from '@/shared/rows';
import { common } from '@/shared/text/common';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { Notice } from '@/ui/notice';
import { SkeletonCard } from '@/ui/skeleton';
import { toast } from '@/ui/toast';
import { useInfiniteScroll } from '@/ui/use-infinite-scroll';
import { type Catalog, hasCourses } from '../queries';
import { courseStates } from '../text/courses';
import { CourseCard } from './course-card';

/** Loaded on demand, because only a device without the complete catalog shows it. */
const UnavailableNotice = lazyWithRetry(() =>
  import('@/features/sync/widgets/unavailable-notice').then((module) => module.UnavailableNotice),
);

interface CourseGridProps {
  catalog: Live<Catalog>;
  progress: LessonProgress;
  /** True if the plan includes the course; other courses are marked. */
  mayRead: (course: CourseRow) => boolean;
  className: string;
  heading?: 'h2' | 'h3';
}

/** Height of a card with a three-line description. */
const placeClass = 'min-h-90 max-md:min-h-103';

const noLessons: readonly VideoRow[] = [];

function byCourse(videos: readonly VideoRow[]): ReadonlyMap<string, VideoRow[]> {
  const lessons = new Map<string, VideoRow[]>();
  for (const video of videos) {
    const known = lessons.get(video.course_id);
    if (known) known.push(video);
    else lessons.set(video.course_id, [video]);
  }
  return lessons;
}

function Cards({
  catalog,
  progress,
  mayRead,
  className,
  heading = 'h3',
}: Omit<CourseGridProps, 'catalog'> & { catalog: Catalog }) {
  const { courses, videos } = catalog;
  const { shown, marker } = useInfiniteScroll(courses.length, COURSES_AT_ONCE);
  const lessons = byCourse(videos);
  return (
    <>
      <div className={className}>
        {courses.slice(0, shown).map((course, index) => (
          <CourseCard
            key={course.id}
            course={course}
            index={index}
            progress={courseProgress(lessons.get(course.id) ?? noLessons, progress)}
            href={sectionSearch('courses', course.id)}
            locked={!mayRead(course)}
            heading={heading}
          />
        ))}
      </div>
      {shown < courses.length && <div key={shown} ref={marker} className="h-px" />}
    </>
  );
}

/** The error text (specification 2 §8). Uses only the first line, because Dexie repeats the message on the second. */
const loadErrorText = (error: unknown) =>
  error instanceof Error ? error.message.split('\n')[0] || courseStates.fetchFailed : courseStates.fetchUnknown;

/** Renders the course list in each of its states: first load, ready, empty, unreachable, offline, unreadable. */
export function CourseGrid({ catalog: live, ...rest }: CourseGridProps) {
  const { data: catalog, complete } = live;
  const [asking, setAsking] = useState(false);
  const ask = async () => {
    setAsking(true);
    const answered = await refresh();
    setAsking(false);
    if (!answered) toast('error', courseStates.unanswered);
    else if (!(await hasCourses())) toast('info', courseStates.stillEmpty);
  };
  const initialSync = useInitialSync(complete);
  if (live.status === 'error') {
    return (
      <Banner kind="error" title={courseStates.fetchError}>
        <p>{loadErrorText(live.error)}</p>
        <p className="mb-3 text-muted">{courseStates.fetchSafe}</p>
        <Button onClick={() => location.reload()}>{common.retry}</Button>
      </Banner>
    );
  }
  if (catalog && catalog.courses.length > 0) return <Cards catalog={catalog} {...rest} />;
  const places = (
    <div role="status" aria-label={courseStates.firstSyncTitle} className={rest.className}>
      <SkeletonCard className={placeClass} />
      <SkeletonCard className={placeClass} />
      <SkeletonCard className={placeClass} />
    </div>
  );
  if (!catalog || initialSync === 'pending') return places;
  if (initialSync === 'complete') {
    return (
      <Notice
        title={courseStates.emptyTitle}
        action={
          <Button kind="primary" busy={asking} onClick={() => void ask()}>
            {courseStates.browse}
          </Button>
        }
      >
        {courseStates.emptyText}
      </Notice>
    );
  }
  const headingLevel = rest.heading === 'h2' ? 2 : 3;
  const notice = { title: courseStates.offlineTitle, hint: courseStates.offlineText };
  // Offline, use no lazily loaded component, because its code may not be cached.
  if (initialSync === 'offline') {
    return (
      <Notice kind="offline" headingLevel={headingLevel} title={notice.title}>
        {notice.hint}
      </Notice>
    );
  }
  return (
    <Suspense fallback={places}>
      <UnavailableNotice initialSync={initialSync} headingLevel={headingLevel} {...notice} />
    </Suspense>
  );
}
