import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useBestScore, useListedAttempts, useQuizzesOfCourse } from '@/features/quiz/queries/use-quizzes';
import { quizText } from '@/features/quiz/text';
import { QuizEmblem } from '@/features/quiz/widgets/quiz-emblem';
import { joinFacts } from '@/shared/join-facts';
import { paths, quizHref } from '@/shared/paths';
import { attemptsLeft, stateOfAttempts } from '@/shared/quiz-state';
import type { QuizRow } from '@/shared/rows';
import { Button, buttonClass } from '@/ui/button';
import { Dot } from '@/ui/chip';
import { langOf } from '@/ui/lang-of';
import { Notice } from '@/ui/notice';
import { Skeleton } from '@/ui/skeleton';
import { coursePage } from '../../text/course';
import { courseStates, courseText } from '../../text/courses';
import type { CourseView } from '../use-course';

function QuizItem({ quiz }: { quiz: QuizRow }) {
  const attempts = useListedAttempts(quiz);
  const best = useBestScore(quiz, attempts);
  const state = attempts ? stateOfAttempts(attempts) : 'not_started';
  const left = attempts ? attemptsLeft(quiz, attempts) : null;
  // When no attempts are left, the button opens the results, which the quiz page still shows.
  const used = left === 0 && state !== 'in_progress';
  const action = used ? coursePage.seeResults : quizText.actions[state];
  const about = [
    courseText.questions(quiz.questions.length),
    quiz.time_limit > 0 && coursePage.minutes(quiz.time_limit),
    left !== null && (used ? coursePage.noAttempts : coursePage.attemptsLeft(left)),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-line border-b py-4 last:border-0">
      <QuizEmblem emoji={quiz.emoji} />
      <div className="min-w-0 grow basis-44">
        <h3 className="text-base">{quiz.title}</h3>
        <p className="num text-muted text-sm">{joinFacts(about)}</p>
        <p className="num text-muted text-sm">
          <span lang="en">{courseText.required(quiz.passing_score)}</span>
        </p>
        {best !== null && (
          <p className="num mt-1 flex items-center gap-2 font-semibold text-sm">
            <Dot tone={best >= quiz.passing_score ? 'ok' : 'warn'} />
            {coursePage.best(best, best >= quiz.passing_score)}
          </p>
        )}
      </div>
      <Link
        to={quizHref(quiz.id)}
        aria-label={`${action}: ${quiz.title}`}
        className={buttonClass(state === 'in_progress' ? 'primary' : 'quiet', 'min-w-32 max-md:ml-15 lg:ml-15')}
      >
        <span lang={langOf(action)}>{action}</span>
      </Link>
    </li>
  );
}

/** The quizzes of a course with Start, Continue or Retake Test (specification 2 §2.5). */
export function QuizList({ view }: { view: CourseView }) {
  const [asked, setAsked] = useState(0);
  const quizzes = useQuizzesOfCourse(view.course.id, asked);
  const known = view.videos.reduce((sum, { test_count }) => sum + test_count, 0);
  if (quizzes.status === 'error') {
    return (
      <Notice
        kind="error"
        title={courseStates.quizzesFailed}
        action={
          <Button kind="primary" lang="en" onClick={() => setAsked(asked + 1)}>
            {courseStates.tryAgain}
          </Button>
        }
      >
        {courseStates.errorSafe}
      </Notice>
    );
  }
  if (quizzes.status === 'loading') {
    return (
      <div role="status" aria-label={coursePage.loadingQuizzes} className="grid grid-cols-1 gap-3">
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </div>
    );
  }
  if (quizzes.data.length === 0 && known > 0 && !view.whole) {
    return (
      <Notice
        title={coursePage.lockedQuizzes}
        action={
          <Link to={paths.pricing} className={buttonClass('primary')}>
            {coursePage.plans}
          </Link>
        }
      >
        {coursePage.lockedQuizzesText(known)}
      </Notice>
    );
  }
  if (quizzes.data.length === 0) return <Notice title={courseStates.noQuizzes}>{courseStates.noQuizzesText}</Notice>;
  return (
    <ul>
      {quizzes.data.map((quiz) => (
        <QuizItem key={quiz.id} quiz={quiz} />
      ))}
    </ul>
  );
}
