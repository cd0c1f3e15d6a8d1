import { useRef, useState } from 'react';
import { countable, limitOf, timeLeft } from '@/shared/attempt-time';
import { type AttemptDoc, attemptId } from '@/shared/quiz-state';
import type { QuizRow } from '@/shared/rows';
import { classNames } from '@/ui/class-names';
import { clockOf } from './clock/attempt-clock';
import { useAttemptClock } from './clock/use-attempt-clock';
import { finishAttempt } from './mutations';
import { quizText } from './text';

interface OpenAttemptProps {
  quiz: QuizRow;
  doc: AttemptDoc;
  /** Called after the time ran out and the attempt was finished while the questions were not on screen. */
  onExpired: (id: string) => void;
}

/** Shows the remaining time. The clock also runs while the learner is not on the questions. */
function RunningTime({ quiz, doc, onExpired }: OpenAttemptProps) {
  const limit = limitOf(quiz);
  const id = attemptId(doc);
  const [clock] = useState(() => clockOf(doc, limit));
  const ending = useRef(false);

  async function end() {
    if (ending.current) return;
    ending.current = true;
    try {
      await finishAttempt(id, limit, limit);
      onExpired(id);
    } catch (error) {
      // The usual cause is a full disk. The next tick (1 s) tries again.
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
      {quizText.runsOn}
      <span
        role="timer"
        aria-label={quizText.left}
        className={classNames('font-extrabold text-lg', warning === 1 && 'text-danger')}
      >
        {quizText.spent(timeLeft(countable(spent, limit), limit) ?? 0)}
      </span>
    </span>
  );
}

/** Shows how many questions of the open attempt are answered, and its remaining time. */
export function OpenAttempt(props: OpenAttemptProps) {
  const { quiz, doc } = props;
  const { answers } = doc.data;
  const answered = quiz.questions.filter(({ id }) => answers[id]?.options.length).length;
  return (
    <div className="grid basis-full gap-1 rounded-control bg-sunk px-4 py-3">
      <p className="font-semibold">{quizText.openNotice(answered, quiz.questions.length)}</p>
      {quiz.time_limit > 0 && <RunningTime key={doc.id} {...props} />}
    </div>
  );
}
