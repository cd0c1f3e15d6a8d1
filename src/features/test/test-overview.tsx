import { TriangleAlert, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TestRow } from '@/domain/rows';
import { type Attempt, attemptsLeft, attemptsUsed, openAttempt, stateOfAttempts } from '@/domain/test-state';
import { useOnline } from '@/lib/use-online';
import { testText } from '@/text/test';
import { Banner } from '@/ui/banner';
import { Card } from '@/ui/card';
import { Skeleton } from '@/ui/skeleton';
import { TestEmblem } from '@/widgets/test-emblem';
import { AttemptList } from './attempt-list';
import { OpenAttempt } from './open-attempt';
import { StartButton } from './start-button';
import { TEST_HEADING } from './test-heading';

interface TestOverviewProps {
  test: TestRow;
  /** Undefined while the stores are read. */
  attempts: readonly Attempt[] | undefined;
  onStart: () => Promise<void>;
  /** The time of the open attempt ran out here; it is finished. */
  onExpired: (id: string) => void;
}

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
    <dl className="grid gap-px overflow-hidden rounded-control border border-line bg-line min-[288px]:grid-cols-2 md:grid-cols-5 min-[288px]:[&>:last-child]:col-span-2 md:[&>:last-child]:col-span-1">
      <Fact name={testText.questions}>{test.questions.length}</Fact>
      <Fact name={testText.points}>{points}</Fact>
      <Fact name={testText.passing}>{testText.percent(test.passing_score)}</Fact>
      <Fact name={testText.timeLimit}>
        {test.time_limit > 0 ? testText.minutes(test.time_limit) : testText.unlimited}
      </Fact>
      <Fact name={testText.attempts}>
        {test.max_attempts > 0 ? testText.attemptsOf(used, test.max_attempts) : testText.attemptsUsed(used)}
      </Fact>
    </dl>
  );
}

function StartArea({ test, attempts, onStart, onExpired }: TestOverviewProps) {
  const online = useOnline();
  if (!attempts) return <Skeleton className="h-11 w-32" />;
  const open = openAttempt(attempts);
  const left = attemptsLeft(test, attempts);
  return (
    <>
      {open?.doc && <OpenAttempt test={test} doc={open.doc} onExpired={onExpired} />}
      {open && left === 0 && (
        <p className="flex basis-full items-start gap-2 text-sm text-warn">
          <TriangleAlert size={18} aria-hidden="true" className="mt-px shrink-0" />
          {testText.usedMeanwhile}
        </p>
      )}
      <StartButton state={stateOfAttempts(attempts)} left={left} onStart={onStart} />
      {!online && (
        <p className="flex basis-full items-start gap-2 text-muted text-sm">
          <WifiOff size={18} aria-hidden="true" className="mt-px shrink-0" />
          {testText.offlineNotice}
        </p>
      )}
    </>
  );
}

/** What the test asks for, how it stands, and the button that begins it. */
export function TestOverview(props: TestOverviewProps) {
  const { test, attempts } = props;
  return (
    <>
      <Card className="rise mt-4 grid grid-cols-1 gap-5 p-5 md:p-8">
        <div className="flex items-start gap-4 max-[18rem]:flex-wrap">
          <TestEmblem emoji={test.emoji} size="page" />
          <h1 id={TEST_HEADING} tabIndex={-1} className="min-w-0 self-center text-xl outline-offset-4 md:text-2xl">
            {test.title}
          </h1>
        </div>
        {test.description && <p className="max-w-prose text-muted">{test.description}</p>}
        <Facts test={test} attempts={attempts} />
        {test.time_limit > 0 && <p className="text-muted text-sm">{testText.timeLimitHint}</p>}
        {test.questions.length > 0 ? (
          <div className="flex flex-wrap gap-3">
            <StartArea {...props} />
          </div>
        ) : (
          <Banner kind="info">
            <span lang="en">{testText.noQuestions}</span>
          </Banner>
        )}
      </Card>
      <section aria-labelledby="earlier-heading" className="mt-8">
        <h2 id="earlier-heading" className="mb-2 text-lg">
          {testText.earlier}
        </h2>
        {attempts ? (
          <AttemptList test={test} attempts={attempts.filter(({ status }) => status !== 'open')} />
        ) : (
          <Skeleton className="mx-3 h-12" />
        )}
      </section>
    </>
  );
}
