import type { Catalog } from '@/data/courses/queries';
import { useSyncStatus } from '@/data/sync/use-sync-status';
import { courseProgress, type LessonProgress } from '@/domain/course-progress';
import type { CourseRow } from '@/domain/rows';
import { useOnline } from '@/lib/use-online';
import { courseStates } from '@/text/courses';
import { Notice } from '@/ui/notice';
import { SkeletonCard } from '@/ui/skeleton';
import { CourseCard } from './course-card';

interface CourseGridProps {
  catalog: Catalog | undefined;
  progress: LessonProgress;
  /** Where a card leads and what its link says. */
  linkOf: (course: CourseRow) => { href: string; action?: string };
}

const gridClass = 'grid gap-4 md:grid-cols-2 lg:grid-cols-3';

/** The courses of this device in all their states: coming for the first time, none, unreachable, offline, there. */
export function CourseGrid({ catalog, progress, linkOf }: CourseGridProps) {
  const { phase, restored } = useSyncStatus();
  const online = useOnline();
  if (catalog && catalog.courses.length > 0) {
    return (
      <div className={gridClass}>
        {catalog.courses.map((course, index) => (
          <CourseCard
            key={course.id}
            course={course}
            index={index}
            progress={courseProgress(
              catalog.videos.filter(({ course_id }) => course_id === course.id),
              progress,
            )}
            {...linkOf(course)}
          />
        ))}
      </div>
    );
  }
  if (catalog && restored) return <Notice title={courseStates.emptyTitle}>{courseStates.emptyText}</Notice>;
  if (catalog && (!online || phase === 'offline')) {
    return (
      <Notice kind="offline" title={courseStates.offlineTitle}>
        {courseStates.offlineText}
      </Notice>
    );
  }
  if (catalog && phase === 'waiting') {
    return (
      <Notice kind="error" title={courseStates.errorTitle}>
        {courseStates.errorText}
      </Notice>
    );
  }
  return (
    <div role="status" aria-label={courseStates.firstSyncTitle} className={gridClass}>
      <SkeletonCard />
      <SkeletonCard />
      <SkeletonCard />
    </div>
  );
}
