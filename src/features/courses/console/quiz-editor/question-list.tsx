import { OctagonX } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { QuizStatistics } from '@/features/console-kit/requests/answers';
import type { Question } from '@/features/console-kit/requests/rows';
import { counted } from '@/shared/format/format';
import { classNames } from '@/ui/class-names';
import { faultOf } from '../requests/quizzes';
import { quizText as text } from '../text/quiz';

interface QuestionRowProps {
  question: Question;
  number: number;
  isOpen: boolean;
  /** True after a validation: the row shows why the question cannot be answered. */
  checked: boolean;
  /** Share of right answers (0 to 1); undefined while nobody has answered the question. */
  right: number | undefined;
  /** The caller must pass the same function at every render, so that a key press renders one row and not all 200. */
  onOpen: (id: string) => void;
}

const QuestionRow = memo(function QuestionRow({ question, number, isOpen, checked, right, onOpen }: QuestionRowProps) {
  const { id, type, points } = question;
  const fault = checked ? faultOf(question) : undefined;
  return (
    <button
      type="button"
      aria-current={isOpen || undefined}
      onClick={() => onOpen(id)}
      className={classNames(
        'flex w-full items-start gap-3 px-4 py-2 text-left hover:bg-sunk',
        isOpen && 'bg-sunk shadow-[inset_3px_0_0_var(--accent)]',
      )}
    >
      <span className="w-6 shrink-0 text-right font-bold tabular-nums">{number}</span>
      <span className="min-w-0 grow">
        <span className="wrap-anywhere line-clamp-2 font-semibold text-sm">
          {question.text.trim() || text.untitled}
        </span>
        <span className="flex flex-wrap items-center justify-between gap-x-3 text-muted text-xs">
          <span>
            {text.types[type]} · {counted(points, ...text.pointWords)}
          </span>
          {right !== undefined && (
            <span className="inline-flex items-center gap-1.5 tabular-nums">
              <span aria-hidden="true" className="relative h-1 w-9 rounded-full bg-line">
                <span
                  className="absolute inset-y-0 left-0 rounded-full bg-control"
                  style={{ width: `${right * 100}%` }}
                />
              </span>
              {text.rightShare(Math.round(right * 100))}
            </span>
          )}
        </span>
        {fault && (
          <span className="flex items-center gap-1.5 font-semibold text-danger text-xs">
            <OctagonX size={14} aria-hidden="true" className="shrink-0" />
            {text.faults[fault]}
          </span>
        )}
      </span>
    </button>
  );
});

interface QuestionListProps {
  questions: readonly Question[];
  openId: string | undefined;
  checked: boolean;
  statistics: QuizStatistics | undefined;
  onOpen: (id: string) => void;
  /** The editor of the open question, shown below its row on narrow screens. */
  openCard: ReactNode;
}

/** The questions in order, one line each. */
export function QuestionList({ questions, openId, checked, statistics, onOpen, openCard }: QuestionListProps) {
  const rights = new Map(
    (statistics?.questions ?? [])
      .filter(({ answered }) => answered > 0)
      .map(({ id, wrong_rate }) => [id, 1 - wrong_rate]),
  );
  return (
    <ol>
      {questions.map((question, index) => (
        <li
          key={question.id}
          className="border-line border-t [contain-intrinsic-block-size:auto_4rem] [content-visibility:auto]"
        >
          <QuestionRow
            question={question}
            number={index + 1}
            isOpen={question.id === openId}
            checked={checked}
            right={rights.get(question.id)}
            onOpen={onOpen}
          />
          {question.id === openId && openCard}
        </li>
      ))}
    </ol>
  );
}
