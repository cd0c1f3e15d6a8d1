import { Link2, Plus } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { CourseContent } from '@/features/console-kit/requests/courses';
import type { CourseRow, QuizRow, VideoRow } from '@/features/console-kit/requests/rows';
import { consoleText } from '@/features/console-kit/text/console';
import { editorText as text, videoFormText } from '@/features/console-kit/text/courses';
import { messages, successes } from '@/features/console-kit/text/messages';
import { ConfirmDialog } from '@/features/console-kit/widgets/confirm-dialog';
import { LearnersInside } from '@/features/console-kit/widgets/learners-inside';
import { useTrash } from '@/features/console-kit/widgets/use-trash';
import { whenIdle } from '@/shared/idle';
import { testBuilderHref, testEditorHref, videoUploadHref } from '@/shared/paths';
import { Button, buttonClass } from '@/ui/button';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { Notice } from '@/ui/notice';
import { faultsOfDrafts } from '../requests/publishing';
import { PublishCourse } from '../widgets/publish-course';
import { CourseFiles } from './course-files';
import { DialogFallback } from './dialog-fallback';
import { DropFiles } from './drop-files';
import { LessonList } from './lesson-list';
import { QuizList } from './quiz-list';

const VideoDialog = lazyWithRetry(() => import('./video-dialog').then((module) => module.VideoDialog));

type Asked = { kind: 'edit' | 'remove' | 'test'; video: VideoRow } | { kind: 'add' } | { kind: 'quiz'; quiz: QuizRow };

interface LessonsTabProps {
  content: CourseContent & { course: CourseRow };
}

/** The lessons of a course in their order, the course's files and quizzes, and the checklist for publishing the course. */
export function LessonsTab({ content }: LessonsTabProps) {
  const { course, videos, quizzes, files, lessonFiles } = content;
  const [asked, setAsked] = useState<Asked | null>(null);
  const navigate = useNavigate();
  useEffect(
    () =>
      void whenIdle()
        .then(VideoDialog.preload)
        .catch(() => undefined),
    [],
  );
  const lessons = useTrash('videos', { removed: successes.courses.videoRemoved, failed: messages.courses.removeVideo });
  const tests = useTrash('tests', { removed: successes.courses.testRemoved, failed: messages.courses.removeTest });
  const close = () => setAsked(null);
  const ofLesson: Record<string, number> = {};
  for (const { video_id } of quizzes) if (video_id) ofLesson[video_id] = (ofLesson[video_id] ?? 0) + 1;
  // The next step of a course that can be published is to publish it, so only that button is orange.
  const publishable =
    videos.length > 0 &&
    faultsOfDrafts(videos).length === 0 &&
    [course, ...videos].some(({ status }) => status === 'draft');
  return (
    <div className="grid grid-cols-1 gap-4 min-[1200px]:grid-cols-[minmax(0,1fr)_280px]">
      <div className="min-w-0">
        <div className="mb-4 flex flex-wrap items-center gap-2">
          <Link to={videoUploadHref(course.id)} lang="en" className={buttonClass(publishable ? 'quiet' : 'primary')}>
            <Plus size={18} aria-hidden="true" />
            {videos.length ? text.addNew : text.addFirst}
          </Link>
          <Button onClick={() => setAsked({ kind: 'add' })}>
            <Link2 size={18} aria-hidden="true" />
            {text.addByUrl}
          </Button>
        </div>
        {videos.length > 0 ? (
          <LessonList
            courseId={course.id}
            videos={videos}
            quizzes={ofLesson}
            files={lessonFiles}
            onEdit={(video) => setAsked({ kind: 'edit', video })}
            onRemove={(video) => setAsked({ kind: 'remove', video })}
            onTest={(video) => setAsked({ kind: 'test', video })}
          />
        ) : (
          <Notice title={text.empty} headingLevel={2} />
        )}
        <DropFiles courseId={course.id} />
        <CourseFiles courseId={course.id} files={files} />
        <QuizList
          quizzes={quizzes}
          onEdit={({ id }) => navigate(testEditorHref(id))}
          onAdd={() => navigate(testBuilderHref(course.id))}
          onRemove={(quiz) => setAsked({ kind: 'quiz', quiz })}
        />
      </div>
      <PublishCourse course={course} videos={videos} quizzes={quizzes} />
      {(asked?.kind === 'add' || asked?.kind === 'edit') && (
        <Suspense
          fallback={
            <DialogFallback title={asked.kind === 'edit' ? videoFormText.edit : videoFormText.add} onClose={close} />
          }
        >
          <VideoDialog courseId={course.id} video={asked.kind === 'edit' ? asked.video : null} onClose={close} />
        </Suspense>
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
            close();
          }}
        >
          <p>{text.removeVideoAsk(asked.video.title)}</p>
          <LearnersInside table="videos" id={asked.video.id} />
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
            close();
          }}
        >
          <p>{text.removeQuizAsk(asked.quiz.title)}</p>
          <LearnersInside table="tests" id={asked.quiz.id} />
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
    </div>
  );
}
