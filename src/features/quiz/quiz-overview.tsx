import { TriangleAlert, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOnline } from '@/device/use-online';
import {
  type Attempt,
  attemptsLeft,
  attemptsUsed,
  type NextAttempt,
  openAttempt,
  stateOfAttempts,
  usedInDay,
} from '@/shared/quiz-state';
import type { QuizRow } from '@/shared/rows';
import { Banner } from '@/ui/banner';
import { Card } from '@/ui/card';
import { Skeleton } from '@/ui/skeleton';
import { AttemptList } from './attempt-list';
import { OpenAttempt } from './open-attempt';
import { QUIZ_HEADING } from './quiz-heading';
import { StartButton } from './start-button';
import { quizText } from './text';
import { QuizEmblem } from './widgets/quiz-emblem';

interface QuizOverviewProps {
  quiz: QuizRow;
  /** Undefined until the attempts have been read from the device. */
  attempts: readonly Attempt[] | undefined;
  /** The device's clock minus the server's (ms). */
  ahead: number;
  /** When the next attempt may start; null if it may start now. */
  next: NextAttempt | null;
  onStart: () => Promise<void>;
  /** Called after the time of the open attempt ran out on this screen and the attempt was finished. */
  onExpired: (id: string) => void;
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="bg-surface px-4 py-3">
    <dt className="text-muted text-sm">{name}</dt>
    <dd className="num font-bold">{children}</dd>
  </div>
);

/** Number of used attempts, and of allowed ones if there is a limit. */
function attemptsText({ quiz, attempts = [], ahead }: Pick<QuizOverviewProps, 'quiz' | 'attempts' | 'ahead'>): string {
  const used = attemptsUsed(attempts);
  if (quiz.max_attempts > 0) return quizText.attemptsOf(used, quiz.max_attempts);
  return quiz.graded ? quizText.attemptsOfDay(usedInDay(attempts, Date.now(), ahead)) : quizText.attemptsUsed(used);
}

function Facts(props: Pick<QuizOverviewProps, 'quiz' | 'attempts' | 'ahead'>) {
  const { quiz } = props;
  const points = quiz.questions.reduce((sum, question) => sum + question.points, 0);
  return (
    <dl className="grid gap-px overflow-hidden rounded-control border border-line bg-line min-[288px]:grid-cols-2 md:grid-cols-5 min-[288px]:[&>:last-child]:col-span-2 md:[&>:last-child]:col-span-1">
      <Fact name={quizText.questions}>{quiz.questions.length}</Fact>
      <Fact name={quizText.points}>{points}</Fact>
      <Fact name={quizText.passing}>{quizText.percent(quiz.passing_score)}</Fact>
      <Fact name={quizText.timeLimit}>
        {quiz.time_limit > 0 ? quizText.minutes(quiz.time_limit) : quizText.unlimited}
      </Fact>
      <Fact name={quizText.attempts}>{attemptsText(props)}</Fact>
    </dl>
  );
}

function StartArea({ quiz, attempts, next, onStart, onExpired }: QuizOverviewProps) {
  const online = useOnline();
  if (!attempts) return <Skeleton className="h-11 w-32" />;
  const open = openAttempt(attempts);
  const left = attemptsLeft(quiz, attempts);
  return (
    <>
      {open?.doc && <OpenAttempt quiz={quiz} doc={open.doc} onExpired={onExpired} />}
      {open && left === 0 && (
        <p className="flex basis-full items-start gap-2 text-sm text-warn">
          <TriangleAlert size={18} aria-hidden="true" className="mt-px shrink-0" />
          {quizText.usedMeanwhile}
        </p>
      )}
      <StartButton state={stateOfAttempts(attempts)} left={left} next={next} onStart={onStart} />
      {!online && (
        <p className="flex basis-full items-start gap-2 text-muted text-sm">
          <WifiOff size={18} aria-hidden="true" className="mt-px shrink-0" />
          {quizText.offlineNotice}
        </p>
      )}
    </>
  );
}

/** The rules of the quiz, the learner's attempts, and the start button. */
export function QuizOverview(props: QuizOverviewProps) {
  const { quiz, attempts } = props;
  return (
    <>
      <Card className="rise mt-4 grid grid-cols-1 gap-5 p-5 md:p-8">
        <div className="flex items-start gap-4 max-[18rem]:flex-wrap">
          <QuizEmblem emoji={quiz.emoji} size="page" />
          <h1 id={QUIZ_HEADING} tabIndex={-1} className="min-w-0 self-center text-xl outline-offset-4 md:text-2xl">
            {quiz.title}
          </h1>
        </div>
        {quiz.description && <p className="max-w-prose text-muted">{quiz.description}</p>}
        <Facts {...props} />
        {quiz.graded && <p className="text-muted text-sm">{quizText.gradedHint}</p>}
        {quiz.time_limit > 0 && <p className="text-muted text-sm">{quizText.timeLimitHint}</p>}
        {quiz.questions.length > 0 ? (
          <div className="flex flex-wrap gap-3">
            <StartArea {...props} />
          </div>
        ) : (
          <Banner kind="info">
            <span lang="en">{quizText.noQuestions}</span>
          </Banner>
        )}
      </Card>
      <section aria-labelledby="earlier-heading" className="mt-8">
        <h2 id="earlier-heading" className="mb-2 text-lg">
          {quizText.earlier}
        </h2>
        {attempts ? (
          <AttemptList quiz={quiz} attempts={attempts.filter(({ status }) => status !== 'open')} />
        ) : (
          <Skeleton className="mx-3 h-12" />
        )}
      </section>
    </>
  );
}
