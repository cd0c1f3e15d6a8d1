import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { courseEditorHref, testBuilderHref, testEditorHref } from '@/config/console-paths';
import { type LessonContent, loadLesson } from '@/data/admin/courses';
import { useRemote } from '@/data/admin/use-remote';
import { editorText, lessonText as text } from '@/text/admin/courses';
import { messages, validations } from '@/text/admin/messages';
import { Button, backLinkClass } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { Tabs } from '@/ui/tabs';
import { CoursesFrame } from '@/widgets/admin/courses-frame';
import { RemoteStates } from '@/widgets/admin/remote-states';
import { LessonForm } from './lesson-form';
import { LessonResources } from './lesson-resources';
import { Readiness } from './readiness';

type Tab = 'details' | 'tests' | 'resources';
const tabIds: Tab[] = ['details', 'tests', 'resources'];

function Lesson({ content, reload }: { content: LessonContent; reload: () => void }) {
  const [tab, setTab] = useState<Tab>('details');
  const navigate = useNavigate();
  const { video, quizzes } = content;
  if (!video) return <Notice kind="error" title={messages.courses.loadVideo} />;
  const back = courseEditorHref(video.course_id);
  return (
    <Tabs
      label={video.title}
      current={tab}
      onChange={setTab}
      tabs={tabIds.map((id) => ({ id, title: <span lang="en">{text.tabs[id]}</span> }))}
    >
      <div className="pt-4">
        {tab === 'details' && (
          <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
            <LessonForm video={video} onDone={() => void navigate(back)} />
            <Readiness content={content} />
          </div>
        )}
        {tab === 'tests' && (
          <div className="grid justify-items-start gap-3">
            {quizzes.length === 0 && <p lang="en">{text.noTests}</p>}
            <ul className="grid w-full gap-2">
              {quizzes.map((quiz) => (
                <li key={quiz.id} className="flex items-center gap-3 border-line border-b py-2">
                  <span className="wrap-anywhere min-w-0 grow font-semibold">
                    {quiz.emoji} {quiz.title}
                  </span>
                  <Button onClick={() => void navigate(testEditorHref(quiz.id))}>
                    <span className="sr-only">{editorText.editQuiz(quiz.title)}</span>
                    <span lang="en" aria-hidden="true">
                      Edit
                    </span>
                  </Button>
                </li>
              ))}
            </ul>
            <Button kind="primary" onClick={() => void navigate(testBuilderHref(video.course_id, video.id))}>
              <span lang="en">{text.newTest}</span>
            </Button>
          </div>
        )}
        {tab === 'resources' && <LessonResources content={content} video={video} reload={reload} />}
      </div>
    </Tabs>
  );
}

/** /admin/video-edit/{courseId}/{videoId} */
export function VideoEditPage() {
  const { courseId = '', videoId = '' } = useParams();
  const remote = useRemote(`lesson:${courseId}:${videoId}`, () => loadLesson(courseId, videoId), {
    tables: ['videos', 'video_resources', 'course_resources', 'tests'],
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
          {(content) => <Lesson content={content} reload={remote.reload} />}
        </RemoteStates>
      ) : (
        <Notice kind="error" title={validations.video.noId} />
      )}
    </CoursesFrame>
  );
}
