import { useState } from 'react';
import { useConsoleMutation } from '@/features/console-kit/queries';
import type { ConsoleError } from '@/features/console-kit/requests/console-client';
import type { FullQuiz } from '@/features/console-kit/requests/rows';
import { ConfirmDialog } from '@/features/console-kit/widgets/confirm-dialog';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { LearnersInside } from '@/features/console-kit/widgets/learners-inside';
import { State } from '@/features/console-kit/widgets/states';
import { Button } from '@/ui/button';
import { faultOf, publishQuiz, unpublishQuiz } from '../requests/quizzes';
import { quizText as text } from '../text/quiz';

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
  const onError = ({ code, detail }: Pick<ConsoleError, 'code' | 'detail'>) => {
    if (code === 'not_answerable') onRejected();
    consoleToast.error(text.publishFailed, { description: detail });
  };
  const publication = useConsoleMutation(() => publishQuiz(quiz.id, version), {
    onSuccess: (published) => consoleToast.success(text.published(published.version)),
    onError,
  });
  const hiding = useConsoleMutation(() => unpublishQuiz(quiz.id, version), {
    onSuccess: () => consoleToast.success(text.unpublished),
    onError,
  });
  const [asked, setAsked] = useState(false);
  const busy = publication.isPending || hiding.isPending;
  const publish = () => {
    const fault = quiz.questions.map(faultOf).find(Boolean);
    if (fault || quiz.questions.length === 0)
      onError({ code: 'not_answerable', detail: fault ? text.faults[fault] : text.noQuestions });
    else publication.mutate();
  };
  return (
    <>
      {quiz.status === 'published' && (
        <Button kind="plain" disabled={busy} onClick={() => setAsked(true)}>
          {text.unpublish}
        </Button>
      )}
      <Button kind={dirty ? 'quiet' : 'primary'} busy={busy} disabled={dirty} onClick={publish}>
        {text.publish}
      </Button>
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        title={text.unpublishTitle}
        confirmLabel={text.unpublishConfirm}
        onConfirm={() =>
          hiding.mutateAsync().then(
            () => setAsked(false),
            () => setAsked(false),
          )
        }
      >
        <p>{text.unpublishAsk}</p>
        <LearnersInside table="tests" id={quiz.id} />
      </ConfirmDialog>
    </>
  );
}
