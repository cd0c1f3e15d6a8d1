import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TestRow } from '@/domain/rows';
import { type Attempt, attemptsLeft, attemptsUsed, openAttempt, stateOfAttempts } from '@/domain/test-state';
import { useOnline } from '@/lib/use-online';
import { testText } from '@/text/test';
import { Banner } from '@/ui/banner';
import { Card } from '@/ui/card';
import { Skeleton } from '@/ui/skeleton';
import { AttemptList } from './attempt-list';
import { StartButton } from './start-button';
import { TEST_HEADING } from './test-heading';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="bg-surface px-4 py-3">
    <dt className="text-muted text-sm">{name}</dt>
    <dd className="num font-bold">{children}</dd>
  </div>
);

function Facts({ test, attempts }: { test: TestRow; attempts: readonly Attempt[] | undefined }) {
  const points = test.questions.reduce((sum, question) => sum + question.points, 0);
  const used = attempts ? attemptsUsed(attempts) : 0;
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-control border border-line bg-line md:grid-cols-5 [&>:last-child]:col-span-2 md:[&>:last-child]:col-span-1">
      <Fact name={testText.questions}>{test.questions.length}</Fact>
      <Fact name={testText.points}>{points}</Fact>
      <Fact name={testText.passing}>{testText.percent(test.passing_score)}</Fact>
      <Fact name={testText.timeLimit}>{test.time_limit > 0 ? testText.minutes(test.time_limit) : testText.unlimited}</Fact>
      <Fact name={testText.attempts}>{test.max_attempts > 0 ? testText.attemptsOf(used, test.max_attempts) : testText.attemptsUsed(used)}</Fact>
    </dl>
  );
}

/** Where the open attempt stands. */
function OpenNotice({ test, attempt }: { test: TestRow; attempt: Attempt }) {
  const answers = attempt.doc?.data.answers ?? {};
  const answered = test.questions.filter(({ id }) => answers[id]?.options.length).length;
  return <p className="basis-full font-semibold text-sm">{testText.openNotice(answered, test.questions.length)}</p>;
}

function StartArea({ test, attempts, onStart }: { test: TestRow; attempts: readonly Attempt[] | undefined; onStart: () => Promise<void> }) {
  const online = useOnline();
  if (!attempts) return <Skeleton className="h-11 w-32" />;
  const open = openAttempt(attempts);
  return (
    <>
      {open && <OpenNotice test={test} attempt={open} />}
      <StartButton state={stateOfAttempts(attempts)} left={attemptsLeft(test, attempts)} onStart={onStart} />
      {!online && (
        <p className="flex basis-full items-start gap-2 text-muted text-sm">
          <WifiOff size={18} aria-hidden="true" className="mt-px shrink-0" />
          {testText.offlineNotice}
        </p>
      )}
    </>
  );
}

interface TestOverviewProps {
  test: TestRow;
  /** Undefined while the stores are read. */
  attempts: readonly Attempt[] | undefined;
  onStart: () => Promise<void>;
}

/** What the test asks for, how it stands, and the button that begins it. */
export function TestOverview({ test, attempts, onStart }: TestOverviewProps) {
  return (
    <>
      <Card className="rise mt-4 grid gap-5 p-5 md:p-8">
        <div className="flex items-start gap-4">
          {test.emoji && (
            <span aria-hidden="true" className="grid size-14 shrink-0 place-items-center rounded-control bg-sunk text-3xl">
              {test.emoji}
            </span>
          )}
          <h1 id={TEST_HEADING} tabIndex={-1} className="min-w-0 self-center text-xl outline-offset-4 md:text-2xl">
            {test.title}
          </h1>
        </div>
        {test.description && <p className="max-w-prose text-muted">{test.description}</p>}
        <Facts test={test} attempts={attempts} />
        {test.time_limit > 0 && <p className="text-muted text-sm">{testText.timeLimitHint}</p>}
        {test.questions.length > 0 ? (
          <div className="flex flex-wrap gap-3">
            <StartArea test={test} attempts={attempts} onStart={onStart} />
          </div>
        ) : (
          <Banner kind="info">
            <span lang="en">{testText.noQuestions}</span>
          </Banner>
        )}
      </Card>
      <section aria-labelledby="earlier-heading" className="mt-8">
        <h2 id="earlier-heading" className="mb-2 px-3 text-lg">
          {testText.earlier}
        </h2>
        {attempts ? <AttemptList test={test} attempts={attempts.filter(({ status }) => status !== 'open')} /> : <Skeleton className="mx-3 h-12" />}
      </section>
    </>
  );
}
