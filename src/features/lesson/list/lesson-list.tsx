import { ArrowDownToLine, Check, Lock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { usePlan } from '@/device/session/use-plan';
import { courseText, myCourses } from '@/features/courses/text/courses';
import { useDownloads } from '@/features/downloads/queries/use-downloads';
import type { LessonView } from '@/features/lessons/queries/queries';
import { useProgressByLesson } from '@/features/progress/queries';
import { mayPlayLesson } from '@/shared/entitlements';
import { formatDuration } from '@/shared/format/format';
import { watchedMs } from '@/shared/intervals';
import type { ProgressData } from '@/shared/journal';
import { paths, videoHref } from '@/shared/paths';
import { classNames } from '@/ui/class-names';
import { shapeOf } from '@/ui/drawing/printed';
import { PrintedObject } from '@/ui/printed-object';
import { useInfiniteScroll } from '@/ui/use-infinite-scroll';
import { videoText } from '../text/lesson';

/** Number of lessons rendered at first, and added whenever the reader nears the end. */
const LESSONS_AT_ONCE = 30;

/** The watched share of a lesson, 0 to 1; 1 when it is completed. */
const shareOf = (progress: ProgressData | undefined) =>
  !progress
    ? 0
    : progress.completed
      ? 1
      : progress.duration > 0
        ? Math.min(0.99, watchedMs(progress.intervals) / progress.duration)
        : 0;

function stateWords(share: number): string {
  if (share === 1) return videoText.completed;
  return share > 0 ? videoText.watched(Math.floor(share * 100)) : videoText.notStarted;
}

/** The lessons of the course with their progress and download marks. Lessons that the plan does not include are locked. */
export function LessonList({ view, onChoose }: { view: LessonView; onChoose?: () => void }) {
  const { course, lessons, readable, video: current } = view;
  const plan = usePlan();
  const progress = useProgressByLesson();
  const downloaded = new Set(useDownloads()?.flatMap((row) => (row.status === 'completed' ? [row.id] : [])));
  const shares = lessons.map(({ id }) => shareOf(progress?.get(id)));
  const done = shares.filter((share) => share === 1).length;
  const here = shares[lessons.findIndex(({ id }) => id === current.id)] ?? 0;
  // Always render as far as the current lesson.
  const { shown, marker } = useInfiniteScroll(lessons.length, LESSONS_AT_ONCE);
  const drawn = Math.max(shown, lessons.findIndex(({ id }) => id === current.id) + 1);
  return (
    <>
      <header className="flex items-center gap-4 px-3 pb-3 max-[18rem]:flex-wrap">
        <PrintedObject
          shape={shapeOf(current.course_id, course?.shape)}
          total={lessons.length}
          done={done + (here < 1 ? here : 0)}
          minLines={10}
          width={56}
          height={60}
          label=""
        />
        <div className="min-w-0 max-[18rem]:basis-full">
          <h2 className="text-base">{course?.title ?? videoText.courseVideos}</h2>
          <p className="num text-muted text-sm">{videoText.progressOf(done, lessons.length)}</p>
        </div>
      </header>
      {/* Use blocks and flex rows instead of a grid, whose tracks would measure hundreds of titles a second time. */}
      <ol className="[&>li+li]:mt-0.5">
        {lessons.slice(0, drawn).map((lesson, index) => {
          const share = shares[index] ?? 0;
          const isCurrent = lesson.id === current.id;
          const isOpen =
            isCurrent || !course || readable.has(lesson.id) || mayPlayLesson(plan, course.plan_type, lesson);
          return (
            <li key={lesson.id} className="[contain-intrinsic-block-size:auto_3.5rem] [content-visibility:auto]">
              <Link
                to={isOpen ? videoHref(lesson.id, lesson.course_id) : paths.pricing}
                aria-label={isOpen ? undefined : myCourses.locked(lesson.title)}
                onClick={onChoose}
                aria-current={isCurrent ? 'page' : undefined}
                className={classNames(
                  'flex min-h-14 items-center gap-3 rounded-control px-3 py-2 text-ink no-underline hover:bg-sunk',
                  isCurrent && 'bg-sunk',
                )}
              >
                <span
                  className={classNames(
                    'num w-7 shrink-0 font-extrabold',
                    share === 1 ? 'text-ok' : isCurrent ? 'text-accent-ink' : 'text-muted',
                  )}
                >
                  {share === 1 ? <Check size={18} aria-hidden="true" /> : index + 1}
                </span>
                <span className="min-w-0 grow basis-0">
                  <span className="block font-bold text-base leading-snug">{lesson.title}</span>
                  <span className="num block text-muted text-sm">
                    {formatDuration(lesson.duration_seconds)}
                    {isOpen ? (
                      <span className={share > 0 && share < 1 ? undefined : 'sr-only'}> · {stateWords(share)}</span>
                    ) : (
                      ` · ${courseText.locked}`
                    )}
                  </span>
                </span>
                {!isOpen && <Lock size={18} aria-hidden="true" className="text-muted" />}
                {downloaded.has(lesson.id) && (
                  <ArrowDownToLine size={20} aria-label={videoText.downloadedMark} role="img" className="text-muted" />
                )}
              </Link>
            </li>
          );
        })}
      </ol>
      {drawn < lessons.length && <div key={drawn} ref={marker} className="h-px" />}
    </>
  );
}
