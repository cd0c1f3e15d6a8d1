import { useState } from 'react';
import { Link } from 'react-router-dom';
import { testHref } from '@/config/paths';
import { useTestStates, useTestsOfCourse } from '@/data/tests/use-tests';
import type { TestState } from '@/domain/test-state';
import { classNames } from '@/lib/class-names';
import { courseStates, courseText } from '@/text/courses';
import { Button, buttonClass } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { Notice } from '@/ui/notice';
import { Skeleton } from '@/ui/skeleton';

const actions: Record<TestState, string> = { not_started: courseText.start, in_progress: courseText.continue, completed: courseText.retake };

/** The tests of a course: Start, Continue or Retake Test (specification 2 §2.5). */
export function TestList({ courseId }: { courseId: string }) {
  const [asked, setAsked] = useState(0);
  const tests = useTestsOfCourse(courseId, asked);
  const stateOf = useTestStates();
  if (tests.state === 'failed') {
    return (
      <Notice kind="error" title={courseStates.testsFailed} action={<Button onClick={() => setAsked(asked + 1)}>{courseStates.tryAgain}</Button>} />
    );
  }
  if (tests.state === 'loading') return <Skeleton className="h-24" />;
  if (tests.value.length === 0) return <Notice title={courseStates.noTests}>{courseStates.noTestsText}</Notice>;
  return (
    <ul className={classNames(cardClass, 'divide-y divide-line')}>
      {tests.value.map((test) => (
        <li key={test.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
          {test.emoji && (
            <span aria-hidden="true" className="text-2xl">
              {test.emoji}
            </span>
          )}
          <div className="grow basis-48">
            <h3 className="text-base">{test.title}</h3>
            <p className="num text-muted text-sm">
              {[courseText.questions(test.questions.length), courseText.required(test.passing_score)].join(' · ')}
            </p>
          </div>
          <Link
            to={testHref(test.id)}
            aria-label={`${actions[stateOf?.(test.id) ?? 'not_started']}: ${test.title}`}
            className={buttonClass('quiet', 'min-w-32')}
          >
            {actions[stateOf?.(test.id) ?? 'not_started']}
          </Link>
        </li>
      ))}
    </ul>
  );
}
