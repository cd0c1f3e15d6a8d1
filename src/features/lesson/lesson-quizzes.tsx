import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useQuizStates, useQuizzesOfLesson } from '@/features/quiz/queries/use-quizzes';
import { quizText } from '@/features/quiz/text';
import { QuizEmblem } from '@/features/quiz/widgets/quiz-emblem';
import { quizHref } from '@/shared/paths';
import { Button, buttonClass } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { Notice } from '@/ui/notice';
import { Skeleton } from '@/ui/skeleton';
import { lessonQuizzes } from './text/lesson';

/** Lists the quizzes of a lesson. Only quizzes that are stored on this device are listed, so all of them can be taken offline. */
export function LessonQuizzes({ videoId }: { videoId: string }) {
  const [asked, setAsked] = useState(0);
  const quizzes = useQuizzesOfLesson(videoId, asked);
  const stateOf = useQuizStates();
  if (quizzes.status === 'loading')
    return (
      <div role="status" aria-label={lessonQuizzes.loading}>
        <Skeleton className="h-24" />
      </div>
    );
  if (quizzes.status === 'error')
    return (
      <Notice
        kind="error"
        title={lessonQuizzes.failed}
        action={<Button onClick={() => setAsked(asked + 1)}>{lessonQuizzes.tryAgain}</Button>}
      />
    );
  if (quizzes.data.length === 0)
    return (
      <div className="rounded-card border border-warn bg-surface p-4">
        <h2 className="flex items-center gap-2 text-lg">
          <TriangleAlert size={20} aria-hidden="true" className="shrink-0 text-warn" />
          <span lang="en">{lessonQuizzes.none}</span>
        </h2>
        <p className="mt-1 text-muted">{lessonQuizzes.noneHint}</p>
        <ul className="mt-1 list-disc pl-5 text-muted">
          {lessonQuizzes.causes.map((cause) => (
            <li key={cause}>{cause}</li>
          ))}
        </ul>
      </div>
    );
  return (
    <ul className="grid grid-cols-1 gap-3">
      {quizzes.data.map((quiz) => (
        <li key={quiz.id} className={`${cardClass} flex flex-wrap items-center gap-4 p-4`}>
          <QuizEmblem emoji={quiz.emoji} />
          <div className="min-w-48 grow">
            <h2 className="text-lg">{quiz.title}</h2>
            <p className="num text-muted text-sm">
              {lessonQuizzes.questions(quiz.questions.length)} · {lessonQuizzes.offlineReady}
            </p>
          </div>
          <Link to={quizHref(quiz.id)} className={buttonClass('primary')}>
            <span lang="en">{quizText.actions[stateOf?.(quiz) ?? 'not_started']}</span>
            <span className="sr-only">: {quiz.title}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
