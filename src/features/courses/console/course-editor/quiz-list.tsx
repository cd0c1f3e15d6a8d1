import { Pencil, Plus, Trash2 } from 'lucide-react';
import type { QuizRow } from '@/features/console-kit/requests/rows';
import { courseText, editorText as text } from '@/features/console-kit/text/courses';
import { State } from '@/features/console-kit/widgets/states';
import { QuizEmblem } from '@/features/quiz/widgets/quiz-emblem';
import { Button, IconButton } from '@/ui/button';
import { cardClass } from '@/ui/card';

interface QuizListProps {
  quizzes: readonly QuizRow[];
  onEdit: (quiz: QuizRow) => void;
  onAdd: () => void;
  onRemove: (quiz: QuizRow) => void;
}

/** The quizzes of the course or of a lesson. */
export function QuizList({ quizzes, onEdit, onAdd, onRemove }: QuizListProps) {
  return (
    <section aria-labelledby="course-quizzes" className={`${cardClass} mt-4 overflow-hidden`}>
      <div className="flex flex-wrap items-center justify-between gap-2 border-line border-b px-4 py-2">
        <h2 id="course-quizzes" className="text-base">
          {text.quizzes}
        </h2>
        <Button onClick={onAdd}>
          <Plus size={18} aria-hidden="true" />
          <span lang="en">{text.createTest}</span>
        </Button>
      </div>
      {quizzes.length === 0 && <p className="px-4 py-6 text-center text-muted">{text.noQuizzes}</p>}
      <ul>
        {quizzes.map((quiz) => (
          <li
            key={quiz.id}
            className="flex flex-wrap items-center gap-x-3 border-line border-t px-4 py-2 first:border-t-0"
          >
            <p className="flex min-w-0 grow basis-48 items-center gap-2 font-semibold">
              <QuizEmblem emoji={quiz.emoji} size="line" />
              <span className="wrap-anywhere min-w-0">{quiz.title}</span>
            </p>
            <State tone={quiz.status === 'draft' ? 'muted' : 'ok'}>{courseText.statuses[quiz.status]}</State>
            <IconButton label={text.editQuiz(quiz.title)} onClick={() => onEdit(quiz)}>
              <Pencil size={18} aria-hidden="true" />
            </IconButton>
            <IconButton label={text.remove(quiz.title)} onClick={() => onRemove(quiz)}>
              <Trash2 size={18} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
