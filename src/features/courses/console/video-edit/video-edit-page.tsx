import { ArrowLeft } from 'lucide-react';
import { Suspense } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useConsoleQuery } from '@/features/console-kit/queries';
import { loadLesson, loadLessonFiles } from '@/features/console-kit/requests/courses';
import type { VideoRow } from '@/features/console-kit/requests/rows';
import { lessonText as text } from '@/features/console-kit/text/courses';
import { messages, validations } from '@/features/console-kit/text/messages';
import { RemoteStates } from '@/features/console-kit/widgets/remote-states';
import { courseEditorHref } from '@/shared/paths';
import { backLinkClass, buttonClass } from '@/ui/button';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { Notice } from '@/ui/notice';
import { Tabs } from '@/ui/tabs';
import { CoursesFrame } from '../widgets/courses-frame';
import { TrashedNotice } from '../widgets/trashed-notice';
import { LessonForm } from './lesson-form';
import { LessonQuizzes } from './lesson-quizzes';
import { Readiness } from './readiness';

const LessonResources = lazyWithRetry(() => import('./lesson-resources').then((module) => module.LessonResources));

type Tab = 'details' | 'tests' | 'resources';
const tabIds: Tab[] = ['details', 'tests', 'resources'];

function Lesson({ video }: { video: VideoRow }) {
  const [query, setQuery] = useSearchParams();
  const tab = tabIds.find((id) => id === query.get('tab')) ?? 'details';
  const navigate = useNavigate();
  const files = useConsoleQuery(['lesson-files', video.id], () => loadLessonFiles(video.course_id, video.id), {
    tables: ['video_resources', 'course_resources'],
  });
  return (
    <Tabs
      label={video.title}
      current={tab}
      onChange={(next) => setQuery(next === 'details' ? {} : { tab: next }, { replace: true })}
      tabs={tabIds.map((id) => ({ id, title: <span lang="en">{text.tabs[id]}</span> }))}
    >
      <div className="pt-4">
        {tab === 'details' && (
          <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
            <LessonForm video={video} onDone={() => void navigate(courseEditorHref(video.course_id))} />
            <Readiness video={video} files={files.data?.files ?? []} />
          </div>
        )}
        {tab === 'tests' && <LessonQuizzes video={video} />}
        {tab === 'resources' && (
          <RemoteStates remote={files} failed={messages.resources.load} failedError={messages.resources.loadError}>
            {(content) => (
              <Suspense>
                <LessonResources {...content} video={video} />
              </Suspense>
            )}
          </RemoteStates>
        )}
      </div>
    </Tabs>
  );
}

/** /admin/video-edit/{courseId}/{videoId} */
export function VideoEditPage() {
  const { courseId = '', videoId = '' } = useParams();
  const remote = useConsoleQuery(['lesson', courseId, videoId], () => loadLesson(courseId, videoId), {
    tables: ['videos'],
  });
  return (
    <CoursesFrame
      title={remote.data?.video?.title ?? text.title}
      lead={
        <Link to={courseEditorHref(courseId)} className={backLinkClass} aria-label={text.back} title={text.back}>
          <ArrowLeft size={20} aria-hidden="true" />
        </Link>
      }
    >
      {courseId && videoId ? (
        <RemoteStates remote={remote} failed={messages.courses.loadVideo}>
          {({ video, isTrashed }) =>
            isTrashed ? (
              <TrashedNotice table="videos" id={videoId} title={messages.courses.loadVideo} />
            ) : video ? (
              <Lesson video={video} />
            ) : (
              <Notice
                kind="error"
                title={messages.courses.loadVideo}
                action={
                  <Link to={courseEditorHref(courseId)} className={buttonClass('primary')}>
                    {text.back}
                  </Link>
                }
              />
            )
          }
        </RemoteStates>
      ) : (
        <Notice kind="error" title={validations.video.noId} />
      )}
    </CoursesFrame>
  );
}
