import { ArrowLeft } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { type CourseContent, useCourse } from '@/features/console-kit/requests/courses';
import type { CourseRow } from '@/features/console-kit/requests/rows';
import { courseText, editorText as text } from '@/features/console-kit/text/courses';
import { messages } from '@/features/console-kit/text/messages';
import { CodeFallback } from '@/features/console-kit/widgets/code-fallback';
import { courseSettingsHref, paths } from '@/shared/paths';
import { backLinkClass, buttonClass } from '@/ui/button';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { Tabs } from '@/ui/tabs';
import { CourseStates } from '../widgets/course-states';
import { CoursesFrame } from '../widgets/courses-frame';
import { CourseHead } from './course-head';
import { preloadSorting } from './lesson-list';
import { LessonsTab } from './lessons-tab';

const StatisticsTab = lazyWithRetry(() => import('./statistics-tab').then((module) => module.StatisticsTab));

type Tab = 'videos' | 'settings' | 'statistics';
const tabIds: Tab[] = ['videos', 'settings', 'statistics'];

function CourseTabs({ content, refresh }: { content: CourseContent & { course: CourseRow }; refresh: () => void }) {
  const [query, setQuery] = useSearchParams();
  const tab = tabIds.find((id) => id === query.get('tab')) ?? 'videos';
  const { course, videos, quizzes } = content;
  return (
    <>
      <CourseHead course={course} videos={videos} onRefresh={refresh} />
      <Tabs
        label={course.title}
        current={tab}
        onChange={(next) => setQuery(next === 'videos' ? {} : { tab: next }, { replace: true })}
        tabs={tabIds.map((id) => ({
          id,
          title: <span lang={id === 'statistics' ? undefined : 'en'}>{text.tabs[id]}</span>,
        }))}
      >
        <div className="pt-4">
          {tab === 'videos' && <LessonsTab content={content} />}
          {tab === 'settings' && (
            <div className="grid justify-items-start gap-3">
              <p>{text.settingsLead}</p>
              <Link to={courseSettingsHref(course.id)} className={buttonClass('primary')}>
                {text.openSettings}
              </Link>
            </div>
          )}
          {tab === 'statistics' && (
            <Suspense fallback={<CodeFallback />}>
              <StatisticsTab videos={videos} quizzes={quizzes} />
            </Suspense>
          )}
        </div>
      </Tabs>
    </>
  );
}

/** /admin/course-editor/{courseId} */
export function CourseEditorPage() {
  const { courseId = '' } = useParams();
  useEffect(preloadSorting, []);
  const remote = useCourse(courseId);
  return (
    <CoursesFrame
      title={remote.data?.course?.title ?? courseText.builder}
      lead={
        <Link to={paths.adminDashboard} className={backLinkClass} aria-label={text.back} title={text.back}>
          <ArrowLeft size={20} aria-hidden="true" />
        </Link>
      }
    >
      <CourseStates courseId={courseId} failed={messages.courses.loadVideos}>
        {(content) => <CourseTabs content={content} refresh={() => void remote.refetch()} />}
      </CourseStates>
    </CoursesFrame>
  );
}
