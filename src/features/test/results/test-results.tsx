import { isOver, limitOf } from '@/domain/attempt-time';
import type { TestRow } from '@/domain/rows';
import { type Attempt, praiseTier } from '@/domain/test-state';
import { shapeOf } from '@/lib/printed';
import { refusalText, testText } from '@/text/test';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';
import { Chip } from '@/ui/chip';
import { PrintedObject } from '@/ui/printed-object';
import { Spinner } from '@/ui/spinner';
import { StartButton } from '../start-button';
import { TEST_HEADING } from '../test-heading';
import { ResultsReview } from './results-review';
import { type ShownScore, useScore } from './use-score';

function praiseOf(score: ShownScore): string {
  if (score.state === 'computing') return testText.computing;
  if (score.state === 'unknown') return testText.unknownScore;
  const tier = score.passed ? praiseTier(score.score) : null;
  if (tier) return testText.praise[tier];
  return score.passed ? testText.passedPlain : testText.betterLuck;
}

/** Says by itself when the server has confirmed. */
function Confirmation({ attempt, refusal }: { attempt: Attempt; refusal: string | undefined }) {
  if (attempt.status === 'refused')
    return <Banner kind="error">{refusalText[refusal ?? ''] ?? testText.resultRefused}</Banner>;
  const confirmed = attempt.status === 'confirmed';
  return (
    <p role="status">
      <Chip tone={confirmed ? 'ok' : 'wait'}>{confirmed ? testText.resultConfirmed : testText.resultWaiting}</Chip>
    </p>
  );
}

interface TestResultsProps {
  test: TestRow;
  attempt: Attempt;
  /** Code of the refusal, if the server refused this attempt. */
  refusal: string | undefined;
  left: number | null;
  /** Another attempt is open: it is continued instead of beginning one more. */
  hasOpen: boolean;
  onRetake: () => Promise<void>;
  onClose: () => void;
}

export function TestResults({ test, attempt, refusal, left, hasOpen, onRetake, onClose }: TestResultsProps) {
  const score = useScore(test, attempt);
  const known = score.state === 'known';
  const total = attempt.result?.review.length || test.questions.length;
  const allPoints = test.questions.reduce((sum, { points }) => sum + points, 0);
  const congratulated = known && score.passed && attempt.status !== 'refused';
  const overTime = isOver(attempt.time_spent, limitOf(test));
  const english = known && !score.passed;
  return (
    <>
      <Card className="rise mt-4 grid justify-items-center gap-4 px-5 py-8 text-center md:px-10 md:py-10">
        <PrintedObject
          shape={shapeOf(test.id)}
          total={Math.max(1, total)}
          done={known ? score.correct : 0}
          width={150}
          height={160}
          label={known ? testText.correctOf(score.correct, total) : ''}
        />
        <h1 id={TEST_HEADING} tabIndex={-1} lang="en" className="text-2xl md:text-3xl">
          {congratulated ? testText.congratulations : testText.complete}
        </h1>
        {known ? (
          <p className="num font-extrabold text-[3.25rem] leading-none tracking-tight">
            {testText.percent(score.score)}
          </p>
        ) : (
          <Spinner />
        )}
        {attempt.status !== 'refused' && (
          <p className="text-balance" lang={english ? 'en' : undefined}>
            {praiseOf(score)}
          </p>
        )}
        <p className="num flex flex-wrap justify-center gap-x-4 gap-y-1 text-muted text-sm">
          <span lang="en">{testText.required(test.passing_score)}</span>
          {known && <span>{testText.pointsEarned(score.points, allPoints)}</span>}
          <span>
            {testText.time}: {testText.spent(attempt.time_spent)}
          </span>
        </p>
        {overTime && <p className="text-sm text-warn">{testText.timeUp}</p>}
        <Confirmation attempt={attempt} refusal={refusal} />
        <div className="mt-2 flex flex-wrap justify-center gap-3">
          <StartButton state={hasOpen ? 'in_progress' : 'completed'} left={left} onStart={onRetake} kind="quiet" />
          <Button lang="en" kind="primary" onClick={onClose} className="min-w-32">
            {testText.close}
          </Button>
        </div>
      </Card>
      {attempt.result && <ResultsReview test={test} attempt={attempt} result={attempt.result} />}
      {attempt.status === 'waiting' && <p className="mt-4 text-center text-muted text-sm">{testText.reviewLater}</p>}
    </>
  );
}
