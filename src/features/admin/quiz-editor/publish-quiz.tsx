import { useState } from 'react';
import { asConsoleError } from '@/data/admin/console-client';
import { type FullQuiz, faultOf, publishQuiz, unpublishQuiz } from '@/data/admin/quizzes';
import { quizText as text } from '@/text/admin/quiz';
import { Button } from '@/ui/button';
import { consoleToast } from '@/widgets/admin/console-toast';
import { State } from '@/widgets/admin/states';

interface PublishQuizProps {
  quiz: FullQuiz;
  version: number;
  /** True when the form has unsaved input, which publishing would not include. */
  dirty: boolean;
  /** Called when a question has no valid answer, so that the editor shows that question. */
  onRejected: () => void;
}

/** Shows which version learners have. A published quiz without a version number is older than the table `test_versions`. */
export function QuizState({ quiz: { status, published_version } }: { quiz: FullQuiz }) {
  const isPublished = status === 'published';
  const words = !isPublished
    ? published_version
      ? text.hidden
      : text.neverPublished
    : published_version
      ? text.publishedVersion(published_version)
      : text.publishedFirst;
  return <State tone={isPublished ? 'ok' : 'muted'}>{words}</State>;
}

/** Publishes the saved draft to learners. */
export function PublishQuiz({ quiz, version, dirty, onRejected }: PublishQuizProps) {
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (thrown) {
      const error = asConsoleError(thrown);
      if (error.code === 'not_answerable') onRejected();
      consoleToast.error(text.publishFailed, { description: error.detail });
    } finally {
      setBusy(false);
    }
  };
  const publish = () =>
    run(async () => {
      const fault = quiz.questions.map(faultOf).find(Boolean);
      if (fault || quiz.questions.length === 0) {
        onRejected();
        consoleToast.error(text.publishFailed, { description: fault ? text.faults[fault] : text.noQuestions });
        return;
      }
      const published = await publishQuiz(quiz.id, version);
      consoleToast.success(text.published(published.version));
    });
  const hide = () =>
    run(async () => {
      await unpublishQuiz(quiz.id, version);
      consoleToast.success(text.unpublished);
    });
  return (
    <>
      {quiz.status === 'published' && (
        <Button kind="plain" disabled={busy} onClick={() => void hide()}>
          {text.unpublish}
        </Button>
      )}
      <Button kind={dirty ? 'quiet' : 'primary'} busy={busy} disabled={dirty} onClick={() => void publish()}>
        {text.publish}
      </Button>
    </>
  );
}
