import { ArrowLeft, Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { courseEditorHref, testEditorHref } from '@/config/console-paths';
import { paths } from '@/config/paths';
import { type FullQuiz, loadQuiz, type Question, saveQuiz } from '@/data/admin/quizzes';
import { useRemote } from '@/data/admin/use-remote';
import { useStableCallback } from '@/lib/use-stable-callback';
import { messages } from '@/text/admin/messages';
import { quizText as text } from '@/text/admin/quiz';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { consoleToast } from '@/widgets/admin/console-toast';
import { CoursesFrame } from '@/widgets/admin/courses-frame';
import { ConflictPanel, OtherEditors, RestoredDraft } from '@/widgets/admin/form-notes';
import { RemoteStates } from '@/widgets/admin/remote-states';
import { useRecordForm } from '@/widgets/admin/use-record-form';
import { PublishQuiz } from './publish-quiz';
import { QuestionCard } from './question-card';
import { QuestionImport } from './question-import';
import {
  blankQuiz,
  fieldsOfQuiz,
  newQuestion,
  type QuizForm,
  QuizSettings,
  valuesOf,
  wrongFields,
} from './quiz-settings';

interface EditorProps {
  quiz: FullQuiz | null;
  courseId: string;
  videoId: string | null;
}

function Editor({ quiz, courseId, videoId }: EditorProps) {
  const navigate = useNavigate();
  const [checked, setChecked] = useState(false);
  const form = useRecordForm<QuizForm, FullQuiz>({
    form: quiz ? `quiz:${quiz.id}` : `quiz:new:${courseId}`,
    row: quiz,
    fieldsOf: fieldsOfQuiz,
    blank: blankQuiz,
    validate: wrongFields,
    save: ({ id, version, fields }) =>
      saveQuiz(id, version, { ...valuesOf(fields), course_id: courseId, video_id: videoId }, fields.questions),
    onSaved: ({ id }, created) => {
      consoleToast.success(text.saved);
      if (created) void navigate(testEditorHref(id), { replace: true });
    },
    onFailed: (error, created) => {
      // The lesson's row is created only when its upload ends.
      const isEarly = created && videoId !== null && ['23503', 'not_found', 'bad_argument'].includes(error.code);
      consoleToast.error(text.saveFailed, { description: isEarly ? text.videoPending : error.detail });
    },
  });
  const { fields, set, errors } = form;
  const { questions } = fields;
  const change = (next: Question[]) => set({ questions: next });
  const changeOne = useStableCallback((next: Question) =>
    change(questions.map((one) => (one.id === next.id ? next : one))),
  );
  const remove = useStableCallback((id: string) => change(questions.filter((one) => one.id !== id)));
  const move = useStableCallback((id: string, by: number) => {
    const from = questions.findIndex((one) => one.id === id);
    const next = [...questions];
    const [one] = next.splice(from, 1);
    if (one) next.splice(from + by, 0, one);
    change(next);
  });
  return (
    <form
      ref={form.ref}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
      className="grid grid-cols-1 gap-4 lg:grid-cols-[320px_minmax(0,1fr)]"
    >
      <div className="grid content-start gap-4">
        {quiz && (
          <div className="not-has-[p]:absolute">
            <OtherEditors table="tests" id={quiz.id} />
          </div>
        )}
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
            questions: text.questions(questions.length),
          }}
          show={(name, value) =>
            name === 'questions' ? text.questions((value as Question[]).length) : String(value ?? '')
          }
        />
        <QuizSettings fields={fields} errors={errors} set={set} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" kind={form.dirty || !quiz ? 'primary' : 'quiet'} busy={form.busy}>
            {text.save}
          </Button>
          {quiz && (
            <PublishQuiz
              quiz={quiz}
              version={form.version ?? quiz.row_version}
              dirty={form.dirty}
              onRejected={() => setChecked(true)}
            />
          )}
        </div>
      </div>
      <section aria-label={text.questions(questions.length)} className="grid min-w-0 content-start gap-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-base">{text.questions(questions.length)}</h2>
          <QuestionImport
            title={fields.title}
            questions={questions}
            onAdd={(added) => change([...questions, ...added])}
          />
        </div>
        {questions.length === 0 && <p className="text-muted">{text.empty}</p>}
        <ol className="grid gap-4">
          {questions.map((question, index) => (
            <QuestionCard
              key={question.id}
              question={question}
              number={index + 1}
              last={index === questions.length - 1}
              checked={checked}
              onChange={changeOne}
              onMove={move}
              onRemove={remove}
            />
          ))}
        </ol>
        <Button className="justify-self-start" onClick={() => change([...questions, newQuestion()])}>
          <Plus size={18} aria-hidden="true" />
          {text.add}
        </Button>
      </section>
    </form>
  );
}

const GoBack = ({ to }: { to: string }) => {
  const navigate = useNavigate();
  return (
    <Button kind="plain" onClick={() => void navigate(to)}>
      <ArrowLeft size={20} aria-hidden="true" />
      <span lang="en" className="max-md:sr-only">
        {text.goBack}
      </span>
    </Button>
  );
};

/** /admin/test-builder/{courseId}?videoId={videoId} */
export function QuizBuilderPage() {
  const { courseId = '' } = useParams();
  const [query] = useSearchParams();
  return (
    <CoursesFrame title={text.builder} lead={<GoBack to={courseEditorHref(courseId)} />}>
      <Editor quiz={null} courseId={courseId} videoId={query.get('videoId')} />
    </CoursesFrame>
  );
}

/** /admin/test-editor/{testId} */
export function QuizEditorPage() {
  const { testId = '' } = useParams();
  const remote = useRemote(`quiz:${testId}`, () => loadQuiz(testId), { tables: ['tests'] });
  const back = remote.data ? courseEditorHref(remote.data.course_id) : paths.courseBuilder;
  return (
    <CoursesFrame title={remote.data?.title ?? text.editor} lead={<GoBack to={back} />}>
      <RemoteStates remote={remote} failed={messages.tests.load}>
        {(quiz) =>
          quiz ? (
            <Editor key={quiz.id} quiz={quiz} courseId={quiz.course_id} videoId={quiz.video_id} />
          ) : (
            <Notice kind="error" title={testId ? messages.tests.missing : messages.tests.noId} />
          )
        }
      </RemoteStates>
    </CoursesFrame>
  );
}
