import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { courseHref, paths, videoHref } from '@/config/paths';
import { useSyncStatus } from '@/data/sync/use-sync-status';
import { startAttempt } from '@/data/tests/mutations';
import { useAttempts, useRefusedAttempts, useTest } from '@/data/tests/use-tests';
import type { TestRow } from '@/domain/rows';
import { attemptsLeft, openAttempt } from '@/domain/test-state';
import { useTitle } from '@/lib/use-title';
import { testText } from '@/text/test';
import { backLinkClass } from '@/ui/button';
import { SignInNeeded } from '@/widgets/not-here';
import { TestResults } from './results/test-results';
import { TestTaking } from './taking/test-taking';
import { focusHeading } from './test-heading';
import { TestFailed, TestMissing, TestSkeleton, TestWithoutId } from './test-missing';
import { TestOverview } from './test-overview';

function Frame({ back, children }: { back?: { to: string; label: string } | undefined; children: ReactNode }) {
  return (
    <main className="mx-auto w-full max-w-[880px] px-4 pb-16 md:px-6">
      {back && (
        <Link to={back.to} className={`${backLinkClass} mt-2`}>
          <ArrowLeft size={20} aria-hidden="true" />
          {back.label}
        </Link>
      )}
      {children}
    </main>
  );
}

const backOf = (test: TestRow) =>
  test.video_id
    ? { to: videoHref(test.video_id, test.course_id), label: testText.toLesson }
    : { to: courseHref(test.course_id), label: testText.toCourse };

/** Focus follows the phase, but not on arrival: the shell does that. */
function useFocusOnPhase(phase: string | null) {
  const last = useRef(phase);
  useEffect(() => {
    if (phase === null || last.current === phase) return;
    if (last.current !== null) focusHeading();
    last.current = phase;
  }, [phase]);
}

/**
 * The phase is in the address: `?attempt=<id>` shows that attempt, its questions while it is open and its result when it is finished; without it the
 * overview. So a reload or a killed browser comes back to the same question, and the phone's back button leaves the questions, not the test.
 */
function KnownTest({ test }: { test: TestRow }) {
  const attempts = useAttempts(test.id);
  const refused = useRefusedAttempts();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { state, pathname } = useLocation();
  useTitle(test.title);

  const asked = search.get('attempt');
  const attempt = attempts?.find(({ id }) => id === asked);
  const open = attempts && openAttempt(attempts);
  const taken = attempt?.status === 'open' && test.questions.length > 0 ? attempt.doc : undefined;
  const shown = attempt && attempt.status !== 'open' ? attempt : undefined;
  useFocusOnPhase(attempts ? `${taken ? 'taking' : shown ? 'results' : 'overview'} ${asked}` : null);

  const start = async () => {
    const id = open?.id ?? (await startAttempt(test.id));
    await navigate({ search: `?attempt=${id}` }, { state: { fromOverview: true }, replace: asked !== null });
  };
  const toResult = (id: string) => void navigate({ search: `?attempt=${id}` }, { replace: true });
  const toOverview = () => void (state?.fromOverview === true ? navigate(-1) : navigate(pathname, { replace: true }));

  if (asked && !attempts) return <TestSkeleton />;
  if (taken) {
    return (
      <Frame>
        <TestTaking key={taken.id} test={test} doc={taken} onExit={toOverview} />
      </Frame>
    );
  }
  return (
    <Frame back={backOf(test)}>
      {shown ? (
        <TestResults
          key={shown.id}
          test={test}
          attempt={shown}
          refusal={refused.get(`attempt/${shown.id}`)}
          left={attemptsLeft(test, attempts ?? [])}
          hasOpen={open !== undefined}
          onRetake={start}
          onClose={toOverview}
        />
      ) : (
        <TestOverview test={test} attempts={attempts} onStart={start} onExpired={toResult} />
      )}
    </Frame>
  );
}

function AskedTest({ testId }: { testId: string }) {
  const [asked, setAsked] = useState(0);
  const test = useTest(testId, asked);
  const { phase } = useSyncStatus();
  if (test.state === 'ready' && test.value) return <KnownTest test={test.value} />;
  return (
    <Frame back={{ to: paths.check, label: testText.back }}>
      {test.state === 'loading' && <TestSkeleton />}
      {test.state === 'failed' && <TestFailed onRetry={() => setAsked(asked + 1)} />}
      {test.state === 'ready' &&
        (phase === 'signed-out' ? <SignInNeeded className="mt-4" /> : <TestMissing testId={testId} />)}
    </Frame>
  );
}

export function TestPage() {
  const { testId } = useParams();
  if (testId) return <AskedTest key={testId} testId={testId} />;
  return (
    <Frame back={{ to: paths.check, label: testText.back }}>
      <TestWithoutId />
    </Frame>
  );
}
