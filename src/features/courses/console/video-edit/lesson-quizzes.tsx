import { useNavigate } from 'react-router-dom';
import { useConsoleQuery } from '@/features/console-kit/queries';
import { loadLessonQuizzes } from '@/features/console-kit/requests/courses';
import type { VideoRow } from '@/features/console-kit/requests/rows';
import { courseText, editorText, lessonText as text } from '@/features/console-kit/text/courses';
import { messages } from '@/features/console-kit/text/messages';
import { RemoteStates } from '@/features/console-kit/widgets/remote-states';
import { State } from '@/features/console-kit/widgets/states';
import { QuizEmblem } from '@/features/quiz/widgets/quiz-emblem';
import { testBuilderHref, testEditorHref } from '@/shared/paths';
import { Button } from '@/ui/button';
import { cardClass } from '@/ui/card';

/** The quizzes of a lesson. */
export function LessonQuizzes({ video }: { video: VideoRow }) {
  const navigate = useNavigate();
  const remote = useConsoleQuery(['lesson-quizzes', video.id], () => loadLessonQuizzes(video.id), {
    tables: ['tests'],
  });
  return (
    <div className="grid justify-items-start gap-3">
      <div className="w-full">
        <RemoteStates remote={remote} failed={messages.tests.listLoad} retryLabel={editorText.tryAgain}>
          {(quizzes) =>
            quizzes.length === 0 ? (
              <p lang="en">{messages.tests.listEmpty}</p>
            ) : (
              <ul className={`${cardClass} overflow-hidden`}>
                {quizzes.map((quiz) => (
                  <li
                    key={quiz.id}
                    className="flex flex-wrap items-center gap-3 border-line border-t px-4 py-2 first:border-t-0"
                  >
                    <span className="flex min-w-0 grow basis-40 items-center gap-2 font-semibold">
                      <QuizEmblem emoji={quiz.emoji} size="line" />
                      <span className="wrap-anywhere min-w-0">{quiz.title}</span>
                    </span>
                    <State tone={quiz.status === 'draft' ? 'muted' : 'ok'}>{courseText.statuses[quiz.status]}</State>
                    <Button onClick={() => void navigate(testEditorHref(quiz.id))}>
                      <span className="sr-only">{editorText.editQuiz(quiz.title)}</span>
                      <span lang="en" aria-hidden="true">
                        {courseText.edit}
                      </span>
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </RemoteStates>
      </div>
      <Button kind="primary" onClick={() => void navigate(testBuilderHref(video.course_id, video.id))}>
        <span lang="en">{text.newTest}</span>
      </Button>
    </div>
  );
}
