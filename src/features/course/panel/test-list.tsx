import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths, testHref } from '@/config/paths';
import { useBestScore, useListedAttempts, useTestsOfCourse } from '@/data/tests/use-tests';
import type { TestRow } from '@/domain/rows';
import { attemptsLeft, stateOfAttempts } from '@/domain/test-state';
import { langOf } from '@/lib/lang-of';
import { coursePage } from '@/text/course';
import { courseStates, courseText } from '@/text/courses';
import { testText } from '@/text/test';
import { Button, buttonClass } from '@/ui/button';
import { Dot } from '@/ui/chip';
import { Notice } from '@/ui/notice';
import { Skeleton } from '@/ui/skeleton';
import { TestEmblem } from '@/widgets/test-emblem';
import type { CourseView } from '../use-course';

function TestItem({ test }: { test: TestRow }) {
  const attempts = useListedAttempts(test);
  const best = useBestScore(test, attempts);
  const state = attempts ? stateOfAttempts(attempts) : 'not_started';
  const left = attempts ? attemptsLeft(test, attempts) : null;
  // With no attempt left the page still shows the results.
  const used = left === 0 && state !== 'in_progress';
  const action = used ? coursePage.seeResults : testText.actions[state];
  const about = [
    courseText.questions(test.questions.length),
    test.time_limit > 0 && coursePage.minutes(test.time_limit),
    left !== null && (used ? coursePage.noAttempts : coursePage.attemptsLeft(left)),
  ].filter(Boolean);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-line border-b py-4 last:border-0">
      <TestEmblem emoji={test.emoji} />
      <div className="min-w-0 grow basis-44">
        <h3 className="text-base">{test.title}</h3>
        <p className="num text-muted text-sm">{about.join(' · ')}</p>
        <p className="num text-muted text-sm">
          <span lang="en">{courseText.required(test.passing_score)}</span>
        </p>
        {best !== null && (
          <p className="num mt-1 flex items-center gap-2 font-semibold text-sm">
            <Dot tone={best >= test.passing_score ? 'ok' : 'warn'} />
            {coursePage.best(best, best >= test.passing_score)}
          </p>
        )}
      </div>
      <Link
        to={testHref(test.id)}
        aria-label={`${action}: ${test.title}`}
        className={buttonClass(state === 'in_progress' ? 'primary' : 'quiet', 'min-w-32 max-md:ml-15 lg:ml-15')}
      >
        <span lang={langOf(action)}>{action}</span>
      </Link>
    </li>
  );
}

/** The tests of a course: Start, Continue or Retake Test (specification 2 §2.5). */
export function TestList({ view }: { view: CourseView }) {
  const [asked, setAsked] = useState(0);
  const tests = useTestsOfCourse(view.course.id, asked);
  const known = view.videos.reduce((sum, { test_count }) => sum + test_count, 0);
  if (tests.state === 'failed') {
    return (
      <Notice
        kind="error"
        title={courseStates.testsFailed}
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
  if (tests.state === 'loading') {
    return (
      <div role="status" aria-label={coursePage.loadingTests} className="grid grid-cols-1 gap-3">
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </div>
    );
  }
  if (tests.value.length === 0 && known > 0 && !view.whole) {
    return (
      <Notice
        title={coursePage.lockedTests}
        action={
          <Link to={paths.pricing} className={buttonClass('primary')}>
            {coursePage.plans}
          </Link>
        }
      >
        {coursePage.lockedTestsText(known)}
      </Notice>
    );
  }
  if (tests.value.length === 0) return <Notice title={courseStates.noTests}>{courseStates.noTestsText}</Notice>;
  return (
    <ul>
      {tests.value.map((test) => (
        <TestItem key={test.id} test={test} />
      ))}
    </ul>
  );
}
