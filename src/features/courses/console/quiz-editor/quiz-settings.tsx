import type { FullQuiz, Question } from '@/features/console-kit/requests/rows';
import { formText } from '@/features/console-kit/text/console';
import { isBlank } from '@/shared/is-blank';
import { newId } from '@/shared/new-id';
import { cardClass } from '@/ui/card';
import { Checkbox } from '@/ui/checkbox';
import { TextArea } from '@/ui/text-area';
import { TextField } from '@/ui/text-field';
import type { QuizFields } from '../requests/quizzes';
import { quizText as text } from '../text/quiz';

/** The form of a quiz. Numbers are strings while they are edited. */
export interface QuizForm {
  title: string;
  emoji: string;
  description: string;
  passing_score: string;
  time_limit: string;
  max_attempts: string;
  shuffle: boolean;
  graded: boolean;
  questions: Question[];
}

export const blankQuiz: QuizForm = {
  title: '',
  emoji: '',
  description: '',
  passing_score: '70',
  time_limit: '0',
  max_attempts: '0',
  shuffle: false,
  graded: false,
  questions: [],
};

export const newQuestion = (): Question => ({
  id: newId(),
  text: '',
  type: 'single',
  points: 1,
  explanation: null,
  image_url: null,
  options: [
    { id: 'o1', text: '', isCorrect: true },
    { id: 'o2', text: '', isCorrect: false },
  ],
});

const questionOf = ({ id, text: words, type, points, explanation, image_url, options }: Question): Question => ({
  id,
  text: words,
  type,
  points,
  explanation,
  image_url: image_url ?? null,
  options,
});

export const fieldsOfQuiz = (quiz: FullQuiz): QuizForm => ({
  title: quiz.title,
  emoji: quiz.emoji ?? '',
  description: quiz.description ?? '',
  passing_score: String(quiz.passing_score),
  time_limit: String(quiz.time_limit),
  max_attempts: String(quiz.max_attempts),
  shuffle: quiz.shuffle,
  graded: quiz.graded,
  questions: (quiz.questions ?? []).map(questionOf),
});

export const valuesOf = (fields: QuizForm): QuizFields => ({
  title: fields.title.trim(),
  emoji: fields.emoji.trim() || null,
  description: fields.description.trim() || null,
  passing_score: Number(fields.passing_score),
  time_limit: Number(fields.time_limit),
  max_attempts: Number(fields.max_attempts),
  shuffle: fields.shuffle,
  graded: fields.graded,
});

const isWithin = (typed: string, most: number) => /^\d+$/.test(typed.trim()) && Number(typed) <= most;

/** Longest emoji (UTF-16 code units): one sign of several joined ones. */
const EMOJI_MAX = 16;

export const wrongFields = ({ title, emoji, passing_score, time_limit, max_attempts }: QuizForm) => ({
  ...(isBlank(title) ? { title: text.titleRequired } : {}),
  ...(title.trim().length > 300 ? { title: formText.tooLong(300) } : {}),
  ...(emoji.length > EMOJI_MAX ? { emoji: formText.tooLong(EMOJI_MAX) } : {}),
  ...(isWithin(passing_score, 100) ? {} : { passing_score: text.passingWrong }),
  ...(isWithin(time_limit, 1_440) ? {} : { time_limit: text.timeWrong }),
  ...(isWithin(max_attempts, 10_000) ? {} : { max_attempts: text.attemptsWrong }),
});

interface QuizSettingsProps {
  fields: QuizForm;
  errors: Partial<Record<keyof QuizForm, string>>;
  set: (change: Partial<QuizForm>) => void;
  /** A certificate requires the quiz, so it is graded and shuffled whatever is stored; the stored values are not changed. */
  forced: boolean;
}

export function QuizSettings({ fields, errors, set, forced }: QuizSettingsProps) {
  const number = (name: 'passing_score' | 'time_limit' | 'max_attempts', label: string, hint?: string) => (
    <TextField
      type="number"
      min={0}
      label={label}
      hint={hint}
      value={fields[name]}
      error={errors[name]}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  );
  return (
    <section aria-label={text.settings} className={`${cardClass} grid gap-4 p-4`}>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-[72px_minmax(0,1fr)] content-start gap-3">
          <TextField
            label={text.emoji}
            limit={EMOJI_MAX}
            error={errors.emoji}
            value={fields.emoji}
            onChange={(event) => set({ emoji: event.target.value })}
          />
          <TextField
            label={text.title}
            value={fields.title}
            error={errors.title}
            onChange={(event) => set({ title: event.target.value })}
          />
        </div>
        <TextArea
          label={text.description}
          rows={1}
          value={fields.description}
          onChange={(event) => set({ description: event.target.value })}
        />
      </div>
      <div className="grid grid-cols-2 items-start gap-4 lg:grid-cols-[120px_140px_140px_minmax(0,1fr)_minmax(0,1.6fr)]">
        {number('passing_score', text.passing)}
        {number('time_limit', text.time, text.timeHint)}
        {number('max_attempts', text.attempts, text.attemptsHint)}
        <div className="lg:mt-7">
          <Checkbox
            label={text.shuffle}
            checked={forced || fields.graded || fields.shuffle}
            disabled={forced || fields.graded}
            onChange={(event) => set({ shuffle: event.target.checked })}
          />
        </div>
        <div className="max-lg:col-span-2 lg:mt-7">
          <Checkbox
            label={text.graded}
            checked={forced || fields.graded}
            disabled={forced}
            onChange={(event) => set({ graded: event.target.checked })}
          />
          <p className="text-muted text-xs">{text.gradedHint}</p>
        </div>
      </div>
    </section>
  );
}
