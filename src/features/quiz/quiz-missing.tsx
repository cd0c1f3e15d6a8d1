import { Link } from 'react-router-dom';
import { usePlan } from '@/device/session/use-plan';
import { useInitialSync } from '@/device/sync/use-initial-sync';
import { UnavailableNotice } from '@/features/sync/widgets/unavailable-notice';
import { mayReadCourse } from '@/shared/entitlements';
import { formatMoment } from '@/shared/format/format';
import { paths } from '@/shared/paths';
import { type Attempt, openAttempt } from '@/shared/quiz-state';
import { Button, type ButtonKind, buttonClass } from '@/ui/button';
import { Card } from '@/ui/card';
import { Notice } from '@/ui/notice';
import { Skeleton } from '@/ui/skeleton';
import type { BegunQuiz } from './queries/begun-quiz';
import { useAttempts } from './queries/use-quizzes';
import { verdictOf } from './results/verdict';
import { quizText } from './text';

const Home = ({ kind = 'primary' }: { kind?: ButtonKind }) => (
  <Link to={paths.check} className={buttonClass(kind)}>
    {quizText.home}
  </Link>
);

/** Placeholder with the layout of the overview. */
export const QuizSkeleton = () => (
  <div role="status" aria-label={quizText.loading}>
    <Card className="mt-4 grid gap-5 p-5 md:p-8">
      <div className="flex gap-4">
        <Skeleton className="size-14 shrink-0" />
        <div className="grid grow content-start gap-2">
          <Skeleton className="h-7 w-2/3" />
          <Skeleton className="h-5" />
        </div>
      </div>
      <Skeleton className="h-32 md:h-16" />
      <Skeleton className="h-11 w-32" />
    </Card>
  </div>
);

export const QuizWithoutId = () => (
  <Notice headingLevel={1} kind="error" title={quizText.noId} action={<Home />} className="mt-4" />
);

export const QuizFailed = ({ onRetry }: { onRetry: () => void }) => (
  <Notice
    headingLevel={1}
    kind="error"
    title={quizText.loadFailed}
    className="mt-4"
    action={
      <Button kind="primary" lang="en" onClick={onRetry}>
        {quizText.tryAgain}
      </Button>
    }
  >
    {quizText.loadFailedHint}
  </Notice>
);

/** The learner's results of a quiz that the account can no longer open, and the attempt that can still be finished. */
function ClosedQuiz({ attempts, begun }: { attempts: readonly Attempt[]; begun: BegunQuiz | null }) {
  const plan = usePlan();
  // The plan of a quiz without a copy is unknown. The largest plan includes every quiz.
  const removed = mayReadCourse(plan, begun?.plan ?? 'premium');
  const open = removed && begun?.quiz ? openAttempt(attempts) : undefined;
  return (
    <>
      <Notice
        headingLevel={1}
        title={quizText.closed}
        className="mt-4"
        action={
          <>
            {open && (
              <Link to={{ search: `?attempt=${open.id}` }} className={buttonClass('primary')} lang="en">
                {quizText.actions.in_progress}
              </Link>
            )}
            {!removed && (
              <Link to={paths.pricing} className={buttonClass()}>
                {quizText.plans}
              </Link>
            )}
            <Home kind={open ? 'quiet' : 'primary'} />
          </>
        }
      >
        {open ? quizText.removedOpenHint : removed ? quizText.removedHint : quizText.closedHint}
      </Notice>
      <section aria-labelledby="results-heading" className="mt-8">
        <h2 id="results-heading" className="mb-2 text-lg">
          {quizText.results}
        </h2>
        <ul className="grid">
          {attempts.map(({ id, status, result, at, time_spent }) => (
            <li key={id} className="flex min-h-14 items-center gap-3 border-line border-b py-2 last:border-0">
              <span className="num w-14 shrink-0 font-extrabold text-lg">
                {result && result.score !== null ? quizText.percent(result.score) : '–'}
              </span>
              <span className="min-w-0 grow">
                <span className="block font-semibold">
                  {result ? verdictOf(result) : status !== 'confirmed' && quizText[status]}
                </span>
                <span className="num block text-muted text-sm">
                  {formatMoment(at)} · {quizText.spent(time_spent)}
                </span>
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

interface QuizMissingProps {
  testId: string;
  complete: boolean;
  /** The copy of the quiz, if the learner has begun it on this device. */
  begun: BegunQuiz | null;
}

/** Shown when this device does not have the quiz: it has not arrived yet, is no longer included, or does not exist for this account. */
export function QuizMissing({ testId, complete, begun }: QuizMissingProps) {
  const initialSync = useInitialSync(complete);
  const attempts = useAttempts(testId);
  if (initialSync === 'complete' && !attempts) return <QuizSkeleton />;
  if (initialSync === 'complete' && attempts && attempts.length > 0)
    return <ClosedQuiz attempts={attempts} begun={begun} />;
  if (initialSync === 'complete') {
    return (
      <Notice headingLevel={1} kind="error" title={quizText.notFound} action={<Home />} className="mt-4">
        {quizText.notFoundHint}
      </Notice>
    );
  }
  if (initialSync === 'pending') return <QuizSkeleton />;
  return (
    <UnavailableNotice
      initialSync={initialSync}
      title={quizText.notHere}
      hint={quizText.notHereHint}
      back={<Home kind="quiet" />}
      className="mt-4"
    />
  );
}
