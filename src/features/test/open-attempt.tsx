import { useRef, useState } from 'react';
import { finishAttempt } from '@/data/tests/mutations';
import { countable, limitOf, timeLeft } from '@/domain/attempt-time';
import type { TestRow } from '@/domain/rows';
import { type AttemptDoc, attemptId } from '@/domain/test-state';
import { classNames } from '@/lib/class-names';
import { testText } from '@/text/test';
import { clockOf } from './clock/attempt-clock';
import { useAttemptClock } from './clock/use-attempt-clock';

interface OpenAttemptProps {
  test: TestRow;
  doc: AttemptDoc;
  /** The time ran out while the questions were not on screen: the attempt is finished. */
  onExpired: (id: string) => void;
}

/** The time that runs on although the questions are left. */
function RunningTime({ test, doc, onExpired }: OpenAttemptProps) {
  const limit = limitOf(test);
  const id = attemptId(doc);
  const [clock] = useState(() => clockOf(doc, limit));
  const ending = useRef(false);

  async function end() {
    if (ending.current) return;
    ending.current = true;
    try {
      await finishAttempt(id, limit);
      onExpired(id);
    } catch (error) {
      // No room on the device: the next second tries again.
      console.error('An attempt whose time is over could not be finished:', error);
      ending.current = false;
    }
  }
  const { spent, warning } = useAttemptClock({
    attemptId: id,
    clock,
    limit,
    save: async () => true,
    onOver: () => void end(),
  });
  return (
    <span className="num flex flex-wrap items-baseline gap-x-2">
      {testText.runsOn}
      <span
        role="timer"
        aria-label={testText.left}
        className={classNames('font-extrabold text-lg', warning === 1 && 'text-danger')}
      >
        {testText.spent(timeLeft(countable(spent, limit), limit) ?? 0)}
      </span>
    </span>
  );
}

/** Where the open attempt stands. */
export function OpenAttempt(props: OpenAttemptProps) {
  const { test, doc } = props;
  const { answers } = doc.data;
  const answered = test.questions.filter(({ id }) => answers[id]?.options.length).length;
  return (
    <div className="grid basis-full gap-1 rounded-control bg-sunk px-4 py-3">
      <p className="font-semibold">{testText.openNotice(answered, test.questions.length)}</p>
      {test.time_limit > 0 && <RunningTime key={doc.id} {...props} />}
    </div>
  );
}
