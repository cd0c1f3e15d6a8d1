import { useState } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useConsoleQuery } from '@/features/console-kit/queries';
import { isUuid } from '@/features/console-kit/requests/course-id';
import { type FullQuiz, fullQuiz, type Question } from '@/features/console-kit/requests/rows';
import { formText } from '@/features/console-kit/text/console';
import { messages } from '@/features/console-kit/text/messages';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { ConflictPanel, OtherEditors, RestoredDraft } from '@/features/console-kit/widgets/form-notes';
import { GoBack } from '@/features/console-kit/widgets/go-back';
import { RemoteStates } from '@/features/console-kit/widgets/remote-states';
import { useRecordForm } from '@/features/console-kit/widgets/use-record-form';
import { restoreFromTrash } from '@/features/console-kit/widgets/use-trash';
import { counted } from '@/shared/format/format';
import { courseEditorHref, paths, type QuizArrival, testEditorHref } from '@/shared/paths';
import { Button } from '@/ui/button';
import { loadQuiz, saveQuiz } from '../requests/quizzes';
import { quizText as text } from '../text/quiz';
import { CourseStates } from '../widgets/course-states';
import { CoursesFrame } from '../widgets/courses-frame';
import { MissingNotice } from '../widgets/missing-notice';
import { TrashedNotice } from '../widgets/trashed-notice';
import { PublishQuiz, QuizState } from './publish-quiz';
import { QuestionEditor } from './question-editor';
import { QuizInForce, useRequiringCertificates } from './quiz-in-force';
import { blankQuiz, fieldsOfQuiz, type QuizForm, QuizSettings, valuesOf, wrongFields } from './quiz-settings';

/** The texts of questions for the conflict panel, with the right answers marked. */
const questionsInWords = (questions: Question[]) =>
  questions
    .map((one) =>
      [
        one.text.trim() || text.untitled,
        ...one.options.map((option) => `${option.isCorrect ? '✓' : '–'} ${option.text}`),
        ...(one.explanation ? [`${text.explanation}: ${one.explanation}`] : []),
        counted(one.points, ...text.pointWords),
      ].join('\n'),
    )
    .join('\n\n');

interface EditorProps {
  quiz: FullQuiz | null;
  courseId: string;
  videoId: string | null;
  arrival?: QuizArrival;
}

function Editor({ quiz, courseId, videoId, arrival }: EditorProps) {
  const navigate = useNavigate();
  const [checks, setChecks] = useState(arrival === 'check' ? 1 : 0);
  const form = useRecordForm<QuizForm, FullQuiz>({
    schema: fullQuiz,
    form: quiz ? `quiz:${quiz.id}` : `quiz:new:${courseId}`,
    formOfCreated: (id) => `quiz:${id}`,
    row: quiz,
    fieldsOf: fieldsOfQuiz,
    blank: blankQuiz,
    validate: wrongFields,
    save: ({ id, version, fields }) =>
      saveQuiz(id, version, { ...valuesOf(fields), course_id: courseId, video_id: videoId }, fields.questions),
    onSaved: ({ id }, created) => {
      consoleToast.success(text.saved);
      if (created) void navigate(testEditorHref(id), { replace: true, state: 'saved' satisfies QuizArrival });
    },
    onFailed: (error, created) => {
      const isLessonMissing = created && error.code === 'bad_argument' && error.details === 'video_id';
      consoleToast.error(text.saveFailed, { description: isLessonMissing ? text.lessonMissing : error.detail });
    },
  });
  const { fields, set, errors } = form;
  const { questions } = fields;
  const forced = useRequiringCertificates(quiz?.id).length > 0;
  return (
    <form
      ref={form.ref}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
      className="grid grid-cols-1 gap-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-64">
          {quiz && <QuizState quiz={quiz} />}
          <p className="text-muted text-xs">{form.dirty ? formText.unsaved : text.publishHint}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {quiz && (
            <PublishQuiz
              quiz={quiz}
              version={form.version ?? quiz.row_version}
              dirty={form.dirty}
              onSave={form.submit}
              onRejected={() => setChecks((before) => before + 1)}
            />
          )}
          <Button
            type="submit"
            kind={quiz ? 'quiet' : 'primary'}
            busy={form.busy}
            // This form replaces the builder's, whose pressed button had the focus.
            autoFocus={arrival === 'saved'}
          >
            {text.save}
          </Button>
        </div>
      </div>
      {quiz && <OtherEditors table="tests" id={quiz.id} />}
      <RestoredDraft form={form} />
      <ConflictPanel
        form={form}
        labels={{
          title: text.title,
          emoji: text.emoji,
          description: text.description,
          passing_score: text.passing,
          time_limit: text.time,
          max_attempts: text.attempts,
          shuffle: text.shuffle,
          graded: text.graded,
          questions: text.text,
        }}
        show={{ questions: questionsInWords }}
        onRestore={() => quiz && void restoreFromTrash('tests', quiz.id)}
      />
      {quiz && <QuizInForce quizId={quiz.id} graded={fields.graded} passing={fields.passing_score} />}
      <QuizSettings fields={fields} errors={errors} set={set} forced={forced} />
      <QuestionEditor
        quizId={quiz?.id}
        title={fields.title}
        questions={questions}
        checks={checks}
        onChange={(next) => set({ questions: next })}
      />
    </form>
  );
}

/** /admin/test-builder/{courseId}?videoId={videoId} */
export function QuizBuilderPage() {
  const { courseId = '' } = useParams();
  const [query] = useSearchParams();
  const videoId = query.get('videoId') ?? '';
  return (
    <CoursesFrame title={text.builder} lead={<GoBack to={courseEditorHref(courseId)} />}>
      <CourseStates courseId={courseId}>
        {({ course }) => <Editor quiz={null} courseId={course.id} videoId={isUuid(videoId) ? videoId : null} />}
      </CourseStates>
    </CoursesFrame>
  );
}

/** /admin/test-editor/{testId} */
export function QuizEditorPage() {
  const { testId = '' } = useParams();
  const arrival: QuizArrival = useLocation().state;
  const remote = useConsoleQuery(['quiz', testId], () => loadQuiz(testId), { tables: ['tests'] });
  const back = remote.data ? courseEditorHref(remote.data.course_id) : paths.courseBuilder;
  return (
    <CoursesFrame title={remote.data?.title ?? text.editor} lead={<GoBack to={back} />}>
      <RemoteStates remote={remote} failed={messages.tests.load}>
        {(quiz) =>
          quiz?.deleted_at ? (
            <TrashedNotice table="tests" id={quiz.id} title={quiz.title} />
          ) : quiz ? (
            <Editor key={quiz.id} quiz={quiz} courseId={quiz.course_id} videoId={quiz.video_id} arrival={arrival} />
          ) : (
            <MissingNotice title={testId ? messages.tests.missing : messages.tests.noId} />
          )
        }
      </RemoteStates>
    </CoursesFrame>
  );
}
