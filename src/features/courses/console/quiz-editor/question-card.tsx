import { ArrowDown, ArrowUp, Plus, Trash2, X } from 'lucide-react';
import { type Question, questionTypes } from '@/features/console-kit/requests/rows';
import { ImageField } from '@/features/console-kit/widgets/image-field';
import { ANSWER_OPTIONS, QUESTION_LENGTH } from '@/shared/limits';
import { Button, IconButton } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { Select } from '@/ui/select';
import { TextArea } from '@/ui/text-area';
import { TextField } from '@/ui/text-field';
import { faultOf, type Option, type QuestionType, trueFalseOptions } from '../requests/quizzes';
import { quizText as text } from '../text/quiz';

interface QuestionCardProps {
  question: Question;
  number: number;
  last: boolean;
  /** True after a validation: the card shows why the question cannot be answered. */
  checked: boolean;
  onChange: (question: Question) => void;
  onMove: (id: string, by: number) => void;
  onRemove: (id: string) => void;
}

const nextId = (options: readonly Option[]): string => {
  for (let n = options.length + 1; ; n += 1) if (!options.some(({ id }) => id === `o${n}`)) return `o${n}`;
};

/** Changes the type of a question and keeps its texts where possible. */
function retyped(question: Question, type: QuestionType): Question {
  if (type === 'true_false') return { ...question, type, options: trueFalseOptions(true) };
  const first = question.options.findIndex(({ isCorrect }) => isCorrect);
  const options =
    type === 'single'
      ? question.options.map((option, index) => ({ ...option, isCorrect: index === first }))
      : question.options;
  return { ...question, type, options };
}

function Options({ question, onChange }: { question: Question; onChange: (options: Option[]) => void }) {
  const { id, type, options } = question;
  const change = (at: number, part: Partial<Option>) =>
    onChange(options.map((option, index) => (index === at ? { ...option, ...part } : option)));
  const setRight = (at: number, isCorrect: boolean) =>
    type === 'multiple_choice'
      ? change(at, { isCorrect })
      : onChange(options.map((option, index) => ({ ...option, isCorrect: index === at })));
  return (
    <div className="grid gap-2">
      {options.map((option, index) => (
        <div key={option.id} className="flex items-center gap-2">
          <label className="-mx-2 grid size-11 shrink-0 cursor-pointer place-items-center">
            <input
              type={type === 'multiple_choice' ? 'checkbox' : 'radio'}
              name={`right-${id}`}
              aria-label={text.right(index + 1)}
              checked={option.isCorrect}
              onChange={(event) => setRight(index, event.target.checked)}
              className="size-5 accent-[var(--accent-ink)]"
            />
          </label>
          <TextField
            className="min-w-0 grow"
            label={<span className="sr-only">{text.option(index + 1)}</span>}
            placeholder={text.option(index + 1)}
            value={option.text}
            readOnly={type === 'true_false'}
            onChange={(event) => change(index, { text: event.target.value })}
          />
          <span
            aria-hidden="true"
            className={`w-14 shrink-0 font-semibold text-xs max-md:sr-only ${option.isCorrect ? 'text-ok' : 'text-muted'}`}
          >
            {option.isCorrect ? text.isRight : text.isWrong}
          </span>
          {type !== 'true_false' && (
            <IconButton
              label={text.removeOption(index + 1)}
              onClick={() => onChange(options.filter((_, at) => at !== index))}
            >
              <X size={18} aria-hidden="true" />
            </IconButton>
          )}
        </div>
      ))}
      {type !== 'true_false' && options.length < ANSWER_OPTIONS && (
        <Button
          kind="plain"
          className="justify-self-start"
          onClick={() => onChange([...options, { id: nextId(options), text: '', isCorrect: false }])}
        >
          <Plus size={18} aria-hidden="true" />
          {text.addOption}
        </Button>
      )}
    </div>
  );
}

/** Edits the open question: its text, its options and which options are correct. */
export function QuestionCard(props: QuestionCardProps) {
  const { question, number, last, checked, onChange, onMove, onRemove } = props;
  const fault = checked ? faultOf(question) : undefined;
  const set = (part: Partial<Question>) => onChange({ ...question, ...part });
  return (
    <section
      aria-label={text.open(number)}
      data-question={question.id}
      className={`${cardClass} grid grid-cols-1 gap-3 p-4`}
    >
      <div className="flex items-center gap-1">
        <h3 tabIndex={-1} className="min-w-0 grow text-base">
          {text.open(number)}
        </h3>
        <IconButton
          label={text.up(number)}
          aria-disabled={number === 1 || undefined}
          onClick={() => onMove(question.id, -1)}
        >
          <ArrowUp size={18} aria-hidden="true" />
        </IconButton>
        <IconButton label={text.down(number)} aria-disabled={last || undefined} onClick={() => onMove(question.id, 1)}>
          <ArrowDown size={18} aria-hidden="true" />
        </IconButton>
        <IconButton label={text.remove(number)} onClick={() => onRemove(question.id)}>
          <Trash2 size={18} aria-hidden="true" />
        </IconButton>
      </div>
      {fault && (
        <p role="alert" className="text-danger text-sm">
          {text.faults[fault]}
        </p>
      )}
      <TextArea
        label={text.text}
        rows={2}
        limit={QUESTION_LENGTH}
        value={question.text}
        aria-invalid={fault === 'no-text' || undefined}
        onChange={(event) => set({ text: event.target.value })}
      />
      <div className="grid grid-cols-[minmax(0,1fr)_96px] gap-3">
        <Select
          label={text.type}
          value={question.type}
          onChange={(event) => onChange(retyped(question, event.target.value as QuestionType))}
        >
          {questionTypes.map((type) => (
            <option key={type} value={type}>
              {text.types[type]}
            </option>
          ))}
        </Select>
        <TextField
          type="number"
          min={0}
          max={1000}
          label={text.points}
          value={String(question.points)}
          onChange={(event) =>
            set({ points: Math.min(1_000, Math.max(0, Math.round(Number(event.target.value) || 0))) })
          }
        />
      </div>
      {question.type === 'multiple_choice' && <p className="text-muted text-xs">{text.allRight}</p>}
      <fieldset>
        <legend className="mb-1.5 font-bold text-sm">
          {question.type === 'multiple_choice' ? text.optionsMany : text.optionsOne}
        </legend>
        <Options question={question} onChange={(options) => set({ options })} />
      </fieldset>
      <TextArea
        label={text.explanation}
        hint={text.explanationHint}
        rows={2}
        value={question.explanation ?? ''}
        onChange={(event) => set({ explanation: event.target.value || null })}
      />
      <ImageField
        label={text.image}
        place="questions"
        alt={text.imageAlt}
        hint={text.imageHint}
        value={question.image_url}
        onChange={(image) => set({ image_url: image?.url ?? null })}
      />
    </section>
  );
}
