import { useState } from 'react';
import { useConsoleMutation } from '@/features/console-kit/queries';
import type { ConsoleError } from '@/features/console-kit/requests/console-client';
import type { FullQuiz } from '@/features/console-kit/requests/rows';
import { consoleText } from '@/features/console-kit/text/console';
import { ActionMenu } from '@/features/console-kit/widgets/action-menu';
import { ConfirmDialog } from '@/features/console-kit/widgets/confirm-dialog';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { LearnersInside } from '@/features/console-kit/widgets/learners-inside';
import { State } from '@/features/console-kit/widgets/states';
import { Button } from '@/ui/button';
import { useMedia } from '@/ui/use-media';
import { faultOf, publishQuiz, unpublishQuiz } from '../requests/quizzes';
import { quizText as text } from '../text/quiz';

interface PublishQuizProps {
  quiz: FullQuiz;
  version: number;
  /** True when the form has unsaved input, which is saved before it is published. */
  dirty: boolean;
  /** Saves the form. @returns null if it was not saved */
  onSave: () => Promise<FullQuiz | null>;
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
export function PublishQuiz({ quiz, version, dirty, onSave, onRejected }: PublishQuizProps) {
  const onError = ({ code, detail }: Pick<ConsoleError, 'code' | 'detail'>) => {
    if (code === 'not_answerable') onRejected();
    consoleToast.error(text.publishFailed, { description: detail });
  };
  const publication = useConsoleMutation((saved: number) => publishQuiz(quiz.id, saved), {
    onSuccess: (published) => consoleToast.success(text.published(published.version)),
    onError,
  });
  const hiding = useConsoleMutation(() => unpublishQuiz(quiz.id, version), {
    onSuccess: () => consoleToast.success(text.unpublished),
    onError,
  });
  const isPhone = useMedia('(max-width: 47.99rem)'); // below Tailwind's md
  const [asked, setAsked] = useState(false);
  const busy = publication.isPending || hiding.isPending;
  const publish = async () => {
    const stored = dirty ? await onSave() : quiz;
    if (!stored) return;
    const fault = stored.questions.map(faultOf).find(Boolean);
    if (fault || stored.questions.length === 0)
      onError({ code: 'not_answerable', detail: fault ? text.faults[fault] : text.noQuestions });
    else publication.mutate(dirty ? stored.row_version : version);
  };
  const hide = (
    <Button kind="plain" disabled={busy} onClick={() => setAsked(true)}>
      {text.unpublish}
    </Button>
  );
  return (
    <>
      {quiz.status === 'published' && (isPhone ? <ActionMenu label={consoleText.actions}>{hide}</ActionMenu> : hide)}
      <Button kind="primary" busy={busy} onClick={() => void publish()}>
        {dirty ? text.saveAndPublish : text.publish}
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
