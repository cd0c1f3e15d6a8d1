import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { usePlan } from '@/device/session/use-plan';
import { useSyncStatus } from '@/device/sync/use-sync-status';
import { SignInNeeded } from '@/features/sync/widgets/unavailable-notice';
import { mayReadCourse } from '@/shared/entitlements';
import { courseHref, paths, videoHref } from '@/shared/paths';
import { attemptsLeft, nextAttempt, openAttempt } from '@/shared/quiz-state';
import type { QuizRow } from '@/shared/rows';
import { backLinkClass } from '@/ui/button';
import { useTitle } from '@/ui/use-title';
import { useClockAhead } from './clock/use-clock-ahead';
import { startAttempt } from './mutations';
import { storeBegunQuiz, useBegunQuiz } from './queries/begun-quiz';
import { useAttempts, useQuiz, useRejectedAttempts } from './queries/use-quizzes';
import { focusHeading } from './quiz-heading';
import { QuizFailed, QuizMissing, QuizSkeleton, QuizWithoutId } from './quiz-missing';
import { QuizOverview } from './quiz-overview';
import { QuizResults } from './results/quiz-results';
import { quizAtVersion } from './rules/versions';
import { QuizTaking } from './taking/quiz-taking';
import { quizText } from './text';

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

const backOf = (quiz: QuizRow) =>
  quiz.video_id
    ? { to: videoHref(quiz.video_id, quiz.course_id), label: quizText.toLesson }
    : { to: courseHref(quiz.course_id), label: quizText.toCourse };

/** Moves the focus to the heading when the phase changes. When the page opens, the shell moves the focus. */
function useFocusOnPhase(phase: string | null) {
  const last = useRef(phase);
  useEffect(() => {
    if (phase === null || last.current === phase) return;
    if (last.current !== null) focusHeading();
    last.current = phase;
  }, [phase]);
}

/**
 * The phase is in the URL: `?attempt=<id>` shows the questions of an open attempt or the result of a finished one. Without it, the page shows the
 * overview. So a reload or a killed browser returns to the same question, and the phone's back button leaves the questions, not the quiz.
 */
function LoadedQuiz({ quiz, withdrawn }: { quiz: QuizRow; withdrawn: boolean }) {
  const attempts = useAttempts(quiz.id);
  const rejected = useRejectedAttempts();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { state, pathname } = useLocation();
  useTitle(quiz.title);

  const asked = search.get('attempt');
  const attempt = attempts?.find(({ id }) => id === asked);
  const open = attempts && openAttempt(attempts);
  const ahead = useClockAhead(quiz.graded === true);
  const next = nextAttempt(quiz, attempts ?? [], ahead);
  const version = attempt?.doc?.data.version;
  const began = useMemo(() => quizAtVersion(quiz, version), [quiz, version]);
  const taken = attempt?.status === 'open' && quiz.questions.length > 0 ? attempt.doc : undefined;
  const shown = attempt && attempt.status !== 'open' ? attempt : undefined;
  const isBegun = attempts !== undefined && attempts.length > 0 && !withdrawn;
  const isOpen = open !== undefined;
  useEffect(() => {
    if (!isBegun) return;
    storeBegunQuiz(quiz.id, isOpen).catch((error: unknown) => console.warn('A begun quiz was not copied:', error));
  }, [quiz, isBegun, isOpen]);
  useFocusOnPhase(attempts ? `${taken ? 'taking' : shown ? 'results' : 'overview'} ${asked}` : null);

  const start = async () => {
    const id = open?.id ?? (await startAttempt(quiz));
    await navigate({ search: `?attempt=${id}` }, { state: { fromOverview: true }, replace: asked !== null });
  };
  const toResult = (id: string) => void navigate({ search: `?attempt=${id}` }, { replace: true });
  const toOverview = () => void (state?.fromOverview === true ? navigate(-1) : navigate(pathname, { replace: true }));

  if (asked && !attempts) return <QuizSkeleton />;
  if (taken) {
    return (
      <Frame>
        <QuizTaking key={taken.id} quiz={began} doc={taken} onExit={toOverview} />
      </Frame>
    );
  }
  return (
    <Frame back={backOf(quiz)}>
      {shown ? (
        <QuizResults
          key={shown.id}
          quiz={began}
          attempt={shown}
          rejection={rejected.get(`attempt/${shown.id}`)}
          left={attemptsLeft(quiz, attempts ?? [])}
          next={next}
          hasOpen={open !== undefined}
          withdrawn={withdrawn}
          onRetake={start}
          onClose={toOverview}
        />
      ) : (
        <QuizOverview quiz={quiz} attempts={attempts} ahead={ahead} next={next} onStart={start} onExpired={toResult} />
      )}
    </Frame>
  );
}

function RequestedQuiz({ testId }: { testId: string }) {
  const [asked, setAsked] = useState(0);
  const quiz = useQuiz(testId, asked);
  const { phase } = useSyncStatus();
  const [search] = useSearchParams();
  // A withdrawn quiz disappears from the device while the learner takes it: keep it until the result is closed, and its copy beyond a reload.
  const [held, setHeld] = useState(quiz.data);
  if (quiz.data && quiz.data !== held) setHeld(quiz.data);
  const begun = useBegunQuiz(testId);
  const plan = usePlan();
  const copy = begun.data && mayReadCourse(plan, begun.data.plan) ? begun.data.quiz : null;
  const shown = quiz.data ?? (quiz.status === 'ready' && search.has('attempt') ? (held ?? copy) : null);
  if (shown) return <LoadedQuiz quiz={shown} withdrawn={!quiz.data} />;
  const isLoading = quiz.status === 'loading' || (quiz.status === 'ready' && begun.status === 'loading');
  return (
    <Frame back={{ to: paths.check, label: quizText.back }}>
      {isLoading && <QuizSkeleton />}
      {quiz.status === 'error' && <QuizFailed onRetry={() => setAsked(asked + 1)} />}
      {quiz.status === 'ready' &&
        !isLoading &&
        (phase === 'signed-out' ? (
          <SignInNeeded className="mt-4" />
        ) : (
          <QuizMissing testId={testId} complete={quiz.complete} begun={begun.data ?? null} />
        ))}
    </Frame>
  );
}

export function QuizPage() {
  const { testId } = useParams();
  if (testId) return <RequestedQuiz key={testId} testId={testId} />;
  return (
    <Frame back={{ to: paths.check, label: quizText.back }}>
      <QuizWithoutId />
    </Frame>
  );
}
