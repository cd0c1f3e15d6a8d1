import { type CSSProperties, useId } from 'react';
import { publicImageUrl } from '@/shared/product';
import type { OptionRow, QuestionRow } from '@/shared/rows';
import { classNames } from '@/ui/class-names';
import { QUIZ_HEADING } from '../quiz-heading';
import { quizText } from '../text';

interface QuestionFormProps {
  question: QuestionRow;
  options: readonly OptionRow[];
  number: number;
  total: number;
  chosen: readonly string[];
  onChoose: (options: readonly string[]) => void;
}

/** Delay index of the entrance animation. The cast is needed because the type `CSSProperties` has no custom properties. */
const staggerDelay = (index: number) => ({ '--i': index }) as CSSProperties;

/** One question with native radio buttons (one answer) or checkboxes (several answers), so that all keys work. */
export function QuestionForm({ question, options, number, total, chosen, onChoose }: QuestionFormProps) {
  const id = useId();
  const several = question.type === 'multiple_choice';
  const toggle = (option: string, on: boolean) => {
    if (!several) return onChoose([option]);
    onChoose(on ? [...chosen, option] : chosen.filter((other) => other !== option));
  };
  return (
    <fieldset aria-describedby={`${id}-how`} className="min-w-0">
      <legend className="w-full">
        <h2 id={QUIZ_HEADING} tabIndex={-1} className="rounded-control text-lg outline-offset-4 md:text-xl">
          <span className="num mb-2 block font-semibold text-muted text-sm tracking-normal">
            {quizText.questionOf(number, total)} · {quizText.pointsOf(question.points)}
          </span>
          {question.text}
        </h2>
      </legend>
      <p id={`${id}-how`} className="mt-2 text-muted text-sm">
        {several ? quizText.manyAnswers : quizText.oneAnswer}
      </p>
      {question.image_url && (
        <img
          src={publicImageUrl(question.image_url)}
          alt={quizText.pictureOf(number)}
          className="mt-4 max-h-80 max-w-full rounded-control border border-line bg-surface object-contain"
        />
      )}
      <ul className="mt-4 grid grid-cols-1 gap-2">
        {options.map((option, index) => {
          const on = chosen.includes(option.id);
          return (
            <li key={option.id} className="rise" style={staggerDelay(index)}>
              <label
                htmlFor={`${id}-${option.id}`}
                className={classNames(
                  'flex min-h-13 cursor-pointer items-center gap-3 rounded-control border px-4 py-2.5 has-focus-visible:outline-3 has-focus-visible:outline-accent-ink has-focus-visible:outline-offset-2',
                  on ? 'border-accent-ink bg-sunk font-semibold' : 'border-line bg-surface hover:border-control',
                )}
              >
                <input
                  id={`${id}-${option.id}`}
                  type={several ? 'checkbox' : 'radio'}
                  name={`${id}-answer`}
                  checked={on}
                  onChange={(event) => toggle(option.id, event.target.checked)}
                  className="size-5 shrink-0 accent-[var(--accent-ink)] outline-none"
                />
                <span className="min-w-0">{option.text}</span>
              </label>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
