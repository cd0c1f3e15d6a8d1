import { ArrowLeft, ClipboardList, Plus, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { courseSettingsHref, testBuilderHref, testEditorHref, videoUploadHref } from '@/config/console-paths';
import { paths } from '@/config/paths';
import { type CourseContent, loadCourse, type QuizRow, type VideoRow } from '@/data/admin/courses';
import { useRemote } from '@/data/admin/use-remote';
import { counted } from '@/lib/format';
import { consoleText } from '@/text/admin/console';
import { courseText, editorText as text } from '@/text/admin/courses';
import { messages, successes } from '@/text/admin/messages';
import { Button, backLinkClass, buttonClass, IconButton } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { Tabs } from '@/ui/tabs';
import { ConfirmDialog } from '@/widgets/admin/confirm-dialog';
import { CoursesFrame } from '@/widgets/admin/courses-frame';
import { RemoteStates } from '@/widgets/admin/remote-states';
import { useTrash } from '@/widgets/admin/use-trash';
import { CourseFiles } from './course-files';
import { DropFiles } from './drop-files';
import { LessonList } from './lesson-list';
import { QuizList } from './quiz-list';
import { StatisticsTab } from './statistics-tab';
import { VideoDialog } from './video-dialog';

type Tab = 'videos' | 'settings' | 'statistics';
const tabIds: Tab[] = ['videos', 'settings', 'statistics'];

type Asked = { kind: 'edit' | 'remove' | 'test'; video: VideoRow } | { kind: 'add' } | { kind: 'quiz'; quiz: QuizRow };

function Content({ content, reload }: { content: CourseContent & { course: { id: string } }; reload: () => void }) {
  const { course, videos, quizzes, files } = content;
  const [asked, setAsked] = useState<Asked | null>(null);
  const navigate = useNavigate();
  const lessons = useTrash('videos', { removed: successes.courses.videoRemoved, failed: messages.courses.removeVideo });
  const tests = useTrash('tests', { removed: successes.courses.testRemoved, failed: messages.courses.removeTest });
  const close = () => setAsked(null);
  const ofLesson: Record<string, number> = {};
  for (const { video_id } of quizzes) if (video_id) ofLesson[video_id] = (ofLesson[video_id] ?? 0) + 1;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <Link to={videoUploadHref(course.id)} lang="en" className={buttonClass('primary')}>
          <Plus size={18} aria-hidden="true" />
          {videos.length ? text.addNew : text.addFirst}
        </Link>
        <Button onClick={() => setAsked({ kind: 'add' })}>
          <span lang="en">{courseText.addVideo}</span>
        </Button>
      </div>
      {videos.length > 0 ? (
        <LessonList
          courseId={course.id}
          videos={videos}
          quizzes={ofLesson}
          onEdit={(video) => setAsked({ kind: 'edit', video })}
          onRemove={(video) => setAsked({ kind: 'remove', video })}
          onTest={(video) => setAsked({ kind: 'test', video })}
          onChanged={reload}
        />
      ) : (
        <Notice title={text.empty} headingLevel={2} />
      )}
      <DropFiles courseId={course.id} />
      <CourseFiles courseId={course.id} files={files} reload={reload} />
      <QuizList
        quizzes={quizzes}
        onEdit={({ id }) => navigate(testEditorHref(id))}
        onAdd={() => navigate(testBuilderHref(course.id))}
        onRemove={(quiz) => setAsked({ kind: 'quiz', quiz })}
      />
      {(asked?.kind === 'add' || asked?.kind === 'edit') && (
        <VideoDialog courseId={course.id} video={asked.kind === 'edit' ? asked.video : null} onClose={close} />
      )}
      {asked?.kind === 'remove' && (
        <ConfirmDialog
          open
          danger
          onClose={close}
          title={text.removeVideo}
          confirmLabel={consoleText.remove}
          onConfirm={async () => {
            await lessons.remove(asked.video.id, asked.video.row_version);
            reload();
            close();
          }}
        >
          {text.removeVideoAsk(asked.video.title)}
        </ConfirmDialog>
      )}
      {asked?.kind === 'quiz' && (
        <ConfirmDialog
          open
          danger
          onClose={close}
          title={text.removeQuiz}
          confirmLabel={consoleText.remove}
          onConfirm={async () => {
            await tests.remove(asked.quiz.id, asked.quiz.row_version);
            reload();
            close();
          }}
        >
          {text.removeQuizAsk(asked.quiz.title)}
        </ConfirmDialog>
      )}
      {asked?.kind === 'test' && (
        <ConfirmDialog
          open
          onClose={close}
          title={text.createTest}
          confirmLabel={text.createTest}
          onConfirm={async () => navigate(testBuilderHref(course.id, asked.video.id))}
        >
          {text.createTestAsk(asked.video.title)}
        </ConfirmDialog>
      )}
    </>
  );
}

/** /admin/course-editor/{courseId} */
export function CourseEditorPage() {
  const { courseId = '' } = useParams();
  const [query, setQuery] = useSearchParams();
  const tab = tabIds.find((id) => id === query.get('tab')) ?? 'videos';
  const remote = useRemote(`course:${courseId}`, () => loadCourse(courseId), {
    tables: ['courses', 'videos', 'tests', 'course_resources'],
  });
  const course = remote.data?.course;
  const heading = course?.title ?? courseText.builder;
  return (
    <CoursesFrame
      title={heading}
      lead={
        <Link to={paths.adminDashboard} className={backLinkClass} aria-label={text.back} title={text.back}>
          <ArrowLeft size={20} aria-hidden="true" />
        </Link>
      }
    >
      <RemoteStates remote={remote} failed={messages.courses.loadVideos} failedError={messages.tests.courseLoad}>
        {(content) =>
          content.course ? (
            <>
              <p className="mb-3 flex flex-wrap items-center gap-x-3 text-muted text-sm">
                <span>{courseText.statuses[content.course.status]}</span>
                <span lang="en">{courseText.plans[content.course.plan_type]}</span>
                <span>{counted(content.videos.length, ...courseText.lessons)}</span>
                <IconButton label={text.refresh} onClick={remote.reload}>
                  <RefreshCw size={18} aria-hidden="true" />
                </IconButton>
              </p>
              <Tabs
                label={heading}
                current={tab}
                onChange={(next) => setQuery(next === 'videos' ? {} : { tab: next }, { replace: true })}
                tabs={tabIds.map((id) => ({
                  id,
                  title: <span lang={id === 'statistics' ? undefined : 'en'}>{text.tabs[id]}</span>,
                }))}
              >
                <div className="pt-4">
                  {tab === 'videos' && (
                    <Content content={{ ...content, course: content.course }} reload={remote.reload} />
                  )}
                  {tab === 'settings' && (
                    <div className="grid justify-items-start gap-3">
                      <p>{text.settingsLead}</p>
                      <Link to={courseSettingsHref(courseId)} className={buttonClass('primary')}>
                        {text.openSettings}
                      </Link>
                    </div>
                  )}
                  {tab === 'statistics' && <StatisticsTab videos={content.videos} quizzes={content.quizzes} />}
                </div>
              </Tabs>
            </>
          ) : (
            <Notice
              kind="error"
              title={text.missing}
              action={
                <Link to={paths.courseBuilder} className={buttonClass('primary')}>
                  <ClipboardList size={18} aria-hidden="true" />
                  {courseText.builder}
                </Link>
              }
            />
          )
        }
      </RemoteStates>
    </CoursesFrame>
  );
}
