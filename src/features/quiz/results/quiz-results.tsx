import { isOver, limitOf } from '@/shared/attempt-time';
import { type Attempt, type NextAttempt, praiseTier } from '@/shared/quiz-state';
import type { QuizRow } from '@/shared/rows';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';
import { Chip } from '@/ui/chip';
import { shapeOf } from '@/ui/drawing/printed';
import { PrintedObject } from '@/ui/printed-object';
import { Spinner } from '@/ui/spinner';
import { QUIZ_HEADING } from '../quiz-heading';
import { StartButton } from '../start-button';
import { attemptRejections, quizText } from '../text';
import { NextSteps } from './next-steps';
import { hiddenReason, ResultsReview } from './results-review';
import { type ShownScore, useScore } from './use-score';

function praiseOf(score: ShownScore, uncounted: boolean): string {
  if (uncounted || score.state === 'sealed') return quizText.sealed;
  if (score.state === 'computing') return quizText.computing;
  if (score.state === 'unknown') return quizText.unknownScore;
  if (score.state === 'sent') return quizText.sent;
  const tier = score.passed ? praiseTier(score.score) : null;
  if (tier) return quizText.praise[tier];
  return score.passed ? quizText.passedPlain : quizText.betterLuck;
}

/** A live region that announces whether the server confirmed or rejected the attempt. */
function Confirmation({ attempt, rejection }: { attempt: Attempt; rejection: string | undefined }) {
  if (attempt.status === 'rejected')
    return <Banner kind="error">{attemptRejections[rejection ?? ''] ?? quizText.resultRejected}</Banner>;
  const confirmed = attempt.status === 'confirmed';
  return (
    <p role="status">
      <Chip tone={confirmed ? 'ok' : 'wait'}>
        {!confirmed
          ? quizText.resultWaiting
          : attempt.result?.score === null
            ? quizText.resultReceived
            : quizText.resultConfirmed}
      </Chip>
    </p>
  );
}

interface QuizResultsProps {
  quiz: QuizRow;
  attempt: Attempt;
  /** Rejection code, if the server rejected this attempt. */
  rejection: string | undefined;
  left: number | null;
  /** When the next attempt may start; null if it may start now. */
  next: NextAttempt | null;
  /** True if another attempt is open; the button then continues it instead of starting a new one. */
  hasOpen: boolean;
  /** True if learners can no longer start this quiz. */
  withdrawn: boolean;
  onRetake: () => Promise<void>;
  onClose: () => void;
}

export function QuizResults({
  quiz,
  attempt,
  rejection,
  left,
  next,
  hasOpen,
  withdrawn,
  onRetake,
  onClose,
}: QuizResultsProps) {
  const score = useScore(quiz, attempt);
  const known = score.state === 'known';
  const total = attempt.result?.review.length || quiz.questions.length;
  const congratulated = known && score.passed && attempt.status !== 'rejected';
  const overTime = isOver(attempt.time_spent, limitOf(quiz));
  const uncounted = attempt.result?.counted === false;
  // After a pass, a button that must wait would only be in the way.
  const isResting = congratulated && !hasOpen && next !== null && Date.now() < next.at;
  const english = known && !score.passed && !uncounted;
  return (
    <>
      <Card className="rise mt-4 grid justify-items-center gap-4 px-5 py-8 text-center md:px-10 md:py-10">
        <PrintedObject
          shape={shapeOf(quiz.id)}
          total={Math.max(1, total)}
          done={known ? (score.right ?? Math.round((score.score / 100) * total)) : 0}
          width={150}
          height={160}
          label=""
        />
        <h1 id={QUIZ_HEADING} tabIndex={-1} lang="en" className="text-2xl md:text-3xl">
          {congratulated ? quizText.congratulations : quizText.complete}
        </h1>
        {known ? (
          <p className="num font-extrabold text-[3.25rem] leading-none tracking-tight">
            {quizText.percent(score.score)}
          </p>
        ) : (
          score.state !== 'sent' && score.state !== 'sealed' && <Spinner />
        )}
        {attempt.status !== 'rejected' && (
          <p className="text-balance" lang={english ? 'en' : undefined}>
            {praiseOf(score, uncounted)}
          </p>
        )}
        <p className="num flex flex-wrap justify-center gap-x-4 gap-y-1 text-muted text-sm">
          <span lang="en">{quizText.required(quiz.passing_score)}</span>
          {known && score.right !== null && <span>{quizText.correctOf(score.right, total)}</span>}
          <span>
            {quizText.time}: {quizText.spent(attempt.time_spent)}
          </span>
        </p>
        {uncounted && (
          <p className="max-w-prose text-balance text-sm text-warn">
            {quizText.uncountedReason}
            {score.state === 'sealed' && ` ${quizText.sealedUntil}`}
          </p>
        )}
        {quiz.graded && attempt.result?.counts === false && !uncounted && (
          <p className="text-sm text-warn">{quizText.notCounted}</p>
        )}
        {overTime && <p className="text-sm text-warn">{quizText.timeUp}</p>}
        <Confirmation attempt={attempt} rejection={rejection} />
        <NextSteps quiz={quiz} score={known && attempt.status !== 'rejected' ? score : undefined} />
        <div className="mt-2 flex flex-wrap justify-center gap-3">
          {!isResting && !withdrawn && (
            <StartButton
              state={hasOpen ? 'in_progress' : 'completed'}
              left={left}
              next={next}
              onStart={onRetake}
              kind="quiet"
            />
          )}
          <Button lang="en" kind="primary" onClick={onClose} className="min-w-32">
            {quizText.close}
          </Button>
        </div>
      </Card>
      {attempt.result && <ResultsReview quiz={quiz} attempt={attempt} result={attempt.result} />}
      {attempt.status === 'waiting' && (
        <p className="mt-4 text-center text-muted text-sm">
          {quiz.graded ? hiddenReason(quiz, undefined) : quizText.reviewLater}
        </p>
      )}
    </>
  );
}
