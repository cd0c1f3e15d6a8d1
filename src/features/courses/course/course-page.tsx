import { ArrowLeft, PanelRightClose, PanelRightOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useStillPending } from '@/device/sync/use-initial-sync';
import { AppBarEnd } from '@/features/shell/widgets/app-bar';
import { paths } from '@/shared/paths';
import type { CourseRow } from '@/shared/rows';
import { titles } from '@/shared/text/common';
import { backLinkClass, buttonClass } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { useTitle } from '@/ui/use-title';
import { coursePage } from '../text/course';
import { courseText } from '../text/courses';
import { CourseFailed, CourseMissing, CourseSkeleton } from './course-missing';
import { CourseActions } from './overview/course-actions';
import { CourseFacts } from './overview/course-facts';
import { CourseHeader } from './overview/course-header';
import { CoursePanel } from './panel/course-panel';
import { usePanel } from './panel/use-panel';
import { type CourseDetail, useCourseDetail, useCourseView } from './use-course';

const PANEL = 'course-panel';

/** Layout with the panel beside the course on wide screens. The column stays reserved while the course loads. */
const besidePanel = (open: boolean) =>
  classNames('mx-auto max-w-[1440px]', open && 'lg:grid lg:min-h-dvh lg:grid-cols-[minmax(0,1fr)_400px]');

function Frame({ end, children }: { end?: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0 px-4 md:px-8">
      <header className="flex min-h-16 flex-wrap items-center gap-2">
        <Link to={paths.check} className={backLinkClass}>
          <ArrowLeft size={20} aria-hidden="true" />
          <span className="max-md:sr-only">{courseText.back}</span>
        </Link>
        <AppBarEnd>{end}</AppBarEnd>
      </header>
      <main className="mx-auto max-w-[880px] pb-6 lg:pb-12">{children}</main>
    </div>
  );
}

function Course({
  course,
  detail,
  panel,
}: {
  course: CourseRow;
  detail: CourseDetail;
  panel: ReturnType<typeof usePanel>;
}) {
  const view = useCourseView(course, detail);
  const Fold = panel.open ? PanelRightClose : PanelRightOpen;
  return (
    <div className={besidePanel(panel.open)}>
      <Frame
        end={
          <button
            type="button"
            aria-expanded={panel.open}
            aria-controls={PANEL}
            onClick={panel.toggle}
            className={buttonClass('quiet', 'max-lg:hidden')}
          >
            <Fold size={20} aria-hidden="true" />
            {panel.open ? coursePage.hidePanel : coursePage.showPanel}
          </button>
        }
      >
        <CourseHeader view={view} />
        <CourseActions view={view} />
        <CourseFacts view={view} />
      </Frame>
      <div className={classNames('contents', !panel.open && 'lg:hidden')}>
        <CoursePanel id={PANEL} view={view} tab={panel.tab} onTab={panel.choose} />
      </div>
    </div>
  );
}

function AskedCourse({ courseId }: { courseId: string }) {
  const { data: detail, status, complete } = useCourseDetail(courseId);
  const panel = usePanel();
  const pending = useStillPending(complete);
  const failed = status === 'error';
  useTitle(detail?.course?.title ?? titles.course);
  if (detail?.course) return <Course course={detail.course} detail={detail} panel={panel} />;
  const panelPending = panel.open && !failed && (!detail || pending);
  return (
    <div className={besidePanel(panelPending)}>
      <Frame>
        {failed && <CourseFailed />}
        {!failed && (detail ? <CourseMissing complete={complete} /> : <CourseSkeleton />)}
      </Frame>
      {panelPending && <div className="border-line border-l bg-surface max-lg:hidden" />}
    </div>
  );
}

/** A course with its lessons and quizzes, read from the device. */
export function CoursePage() {
  const { courseId = '' } = useParams();
  return <AskedCourse key={courseId} courseId={courseId} />;
}
