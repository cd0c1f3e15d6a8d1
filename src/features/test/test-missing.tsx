import { Link } from 'react-router-dom';
import { paths } from '@/config/paths';
import { useArrival } from '@/data/sync/use-sync-status';
import { useAttempts } from '@/data/tests/use-tests';
import type { Attempt } from '@/domain/test-state';
import { formatMoment } from '@/lib/format';
import { testText } from '@/text/test';
import { Button, type ButtonKind, buttonClass } from '@/ui/button';
import { Card } from '@/ui/card';
import { Notice } from '@/ui/notice';
import { Skeleton } from '@/ui/skeleton';
import { NotHere } from '@/widgets/not-here';

const Home = ({ kind = 'primary' }: { kind?: ButtonKind }) => (
  <Link to={paths.check} className={buttonClass(kind)}>
    {testText.home}
  </Link>
);

/** In the shape of the overview. */
export const TestSkeleton = () => (
  <div role="status" aria-label={testText.loading}>
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

export const TestWithoutId = () => (
  <Notice headingLevel={1} kind="error" title={testText.noId} action={<Home />} className="mt-4" />
);

export const TestFailed = ({ onRetry }: { onRetry: () => void }) => (
  <Notice
    headingLevel={1}
    kind="error"
    title={testText.loadFailed}
    className="mt-4"
    action={
      <Button kind="primary" lang="en" onClick={onRetry}>
        {testText.tryAgain}
      </Button>
    }
  >
    {testText.loadFailedHint}
  </Notice>
);

/** What the learner has done with a test that this account no longer has. */
function ClosedTest({ attempts }: { attempts: readonly Attempt[] }) {
  return (
    <>
      <Notice
        headingLevel={1}
        title={testText.closed}
        className="mt-4"
        action={
          <>
            <Link to={paths.pricing} className={buttonClass()}>
              {testText.plans}
            </Link>
            <Home />
          </>
        }
      >
        {testText.closedHint}
      </Notice>
      <section aria-labelledby="results-heading" className="mt-8">
        <h2 id="results-heading" className="mb-2 text-lg">
          {testText.results}
        </h2>
        <ul className="grid">
          {attempts.map(({ id, status, result, at, time_spent }) => (
            <li key={id} className="flex min-h-14 items-center gap-3 border-line border-b py-2 last:border-0">
              <span className="num w-14 shrink-0 font-extrabold text-lg">
                {result ? testText.percent(result.score) : '–'}
              </span>
              <span className="min-w-0 grow">
                <span className="block font-semibold">
                  {result ? testText[result.passed ? 'passed' : 'failed'] : status !== 'confirmed' && testText[status]}
                </span>
                <span className="num block text-muted text-sm">
                  {formatMoment(at)} · {testText.spent(time_spent)}
                </span>
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** The device does not hold the test: not yet, no longer, or because there is none for this account. */
export function TestMissing({ testId }: { testId: string }) {
  const arrival = useArrival();
  const restored = arrival === 'whole';
  const attempts = useAttempts(testId);
  if (restored && !attempts) return <TestSkeleton />;
  if (restored && attempts && attempts.length > 0) return <ClosedTest attempts={attempts} />;
  if (restored) {
    return (
      <Notice headingLevel={1} kind="error" title={testText.notFound} action={<Home />} className="mt-4">
        {testText.notFoundHint}
      </Notice>
    );
  }
  if (arrival === 'coming') return <TestSkeleton />;
  return (
    <NotHere
      arrival={arrival}
      title={testText.notHere}
      hint={testText.notHereHint}
      back={<Home kind="quiet" />}
      className="mt-4"
    />
  );
}
