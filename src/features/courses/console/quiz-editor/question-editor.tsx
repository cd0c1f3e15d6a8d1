import { Plus } from 'lucide-react';
import { useEffect } from 'react';
import { useConsoleQuery } from '@/features/console-kit/queries';
import type { Question } from '@/features/console-kit/requests/rows';
import { counted } from '@/shared/format/format';
import { ATTEMPT_QUESTIONS } from '@/shared/limits';
import { Button } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { useMedia } from '@/ui/use-media';
import { useStableCallback } from '@/ui/use-stable-callback';
import { faultOf } from '../requests/quizzes';
import { quizStatistics } from '../requests/statistics';
import { quizText as text } from '../text/quiz';
import { QuestionCard } from './question-card';
import { QuestionImport } from './question-import';
import { QuestionList } from './question-list';
import { newQuestion } from './quiz-settings';
import { useOpenQuestion } from './use-open-question';

interface QuestionEditorProps {
  /** Id of the stored quiz, whose statistics are shown; undefined for a new quiz. */
  quizId: string | undefined;
  title: string;
  questions: readonly Question[];
  /** Number of validations that found an unanswerable question. Each increase opens the first such question. */
  checks: number;
  onChange: (questions: Question[]) => void;
}

/** A list of the quiz's questions. The open question is beside the list, or inside it on a narrow screen. */
export function QuestionEditor({ quizId, title, questions, checks, onChange }: QuestionEditorProps) {
  const isWide = useMedia('(min-width: 1080px)');
  const checked = checks > 0;
  const { openId, open, area } = useOpenQuestion(questions);
  const statistics = useConsoleQuery(['quiz-statistics', quizId], () => quizStatistics(quizId ?? ''), {
    tables: [],
    enabled: quizId !== undefined,
  });
  const changeOne = (next: Question) => onChange(questions.map((one) => (one.id === next.id ? next : one)));
  const remove = (id: string) => {
    const index = questions.findIndex((one) => one.id === id);
    const next = questions[index + 1] ?? questions[index - 1];
    onChange(questions.filter((one) => one.id !== id));
    if (next) open(next.id);
  };
  const move = (id: string, by: number) => {
    const from = questions.findIndex((one) => one.id === id);
    if (from + by < 0 || from + by >= questions.length) return;
    const next = [...questions];
    const [one] = next.splice(from, 1);
    if (one) next.splice(from + by, 0, one);
    onChange(next);
  };
  const append = (added: readonly Question[]) => {
    onChange([...questions, ...added]);
    if (added[0]) open(added[0].id, added.length === 1 ? 'text' : 'heading');
  };
  const onOpen = useStableCallback((id: string) => open(id));
  const index = questions.findIndex(({ id }) => id === openId);
  const question = questions[index];
  const card = question && (
    <QuestionCard
      key={question.id}
      question={question}
      number={index + 1}
      last={index === questions.length - 1}
      checked={checked}
      onChange={changeOne}
      onMove={move}
      onRemove={remove}
    />
  );
  const faults = checked ? questions.filter((one) => faultOf(one)).length : 0;
  const points = questions.reduce((sum, one) => sum + one.points, 0);
  const openFault = useStableCallback(() => {
    const wrong = questions.find((one) => faultOf(one));
    if (wrong) open(wrong.id);
  });
  useEffect(() => {
    if (checks) openFault();
  }, [checks, openFault]);
  const isFull = questions.length >= ATTEMPT_QUESTIONS;
  return (
    <div ref={area} className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(280px,360px)_minmax(0,1fr)]">
      <section aria-label={text.questions(questions.length)} className={`${cardClass} min-w-0 overflow-hidden`}>
        <div className="grid gap-2 p-4">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <h2 className="text-base">{text.questions(questions.length)}</h2>
            <p className="text-muted text-xs">{counted(points, ...text.pointWords)}</p>
          </div>
          {faults > 0 && (
            <p role="status" className="font-semibold text-danger text-sm">
              {text.faultCount(faults)}
            </p>
          )}
          <QuestionImport title={title} questions={questions} onAdd={append} />
        </div>
        {questions.length === 0 && <p className="px-4 pb-4 text-muted">{text.empty}</p>}
        <QuestionList
          questions={questions}
          openId={openId}
          checked={checked}
          statistics={statistics.data}
          onOpen={onOpen}
          openCard={!isWide && <div className="p-2">{card}</div>}
        />
        <div className="border-line border-t p-2">
          <Button kind="plain" disabled={isFull} onClick={() => append([newQuestion()])}>
            <Plus size={18} aria-hidden="true" />
            {text.add}
          </Button>
          {isFull && <p className="px-4 text-muted text-xs">{text.full(ATTEMPT_QUESTIONS)}</p>}
        </div>
      </section>
      {isWide && card && <div className="sticky top-4 max-h-[calc(100dvh-2rem)] min-w-0 overflow-y-auto">{card}</div>}
    </div>
  );
}
