import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { usePlan } from '@/device/session/use-plan';
import { courseText } from '@/features/courses/text/courses';
import { offlineHomeText as text } from '@/features/downloads/text';
import { useOfflineShelf } from '@/features/lessons/queries/use-lesson';
import { useQuizStates } from '@/features/quiz/queries/use-quizzes';
import { QuizEmblem } from '@/features/quiz/widgets/quiz-emblem';
import { isSubscriber } from '@/shared/entitlements';
import { courseHref, paths, quizHref, sectionSearch } from '@/shared/paths';
import type { QuizState } from '@/shared/quiz-state';
import { cardClass } from '@/ui/card';
import { langOf } from '@/ui/lang-of';
import { leadsBack } from '../return-path';

interface ShelfProps {
  id: string;
  title: string;
  hint: string;
  links: { to: string; text: string; emoji?: string | null; state?: string | undefined }[];
}

function Shelf({ id, title, hint, links }: ShelfProps) {
  if (links.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 content-start gap-2">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      <p className="text-muted text-sm">{hint}</p>
      <ul className={`${cardClass} ruled overflow-hidden`}>
        {links.map((link) => (
          <li key={link.to}>
            <Link
              to={link.to}
              className="flex min-h-12 items-center gap-3 px-4 py-2 font-semibold text-ink no-underline hover:bg-sunk"
            >
              {link.emoji !== undefined && <QuizEmblem emoji={link.emoji} size="line" />}
              <span className="flex min-w-0 grow flex-wrap items-center gap-x-3">
                <span className="min-w-0 grow basis-24 max-[18rem]:basis-full">{link.text}</span>
                {link.state && (
                  <span lang={langOf(link.state)} className="text-accent-ink text-sm">
                    {link.state}
                  </span>
                )}
              </span>
              <ChevronRight size={20} aria-hidden="true" className="shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const actions: Record<QuizState, string> = {
  not_started: courseText.start,
  in_progress: courseText.continue,
  completed: courseText.retake,
};

/** Quizzes and courses that are usable offline. */
export function OfflineShelf({ online }: { online: boolean }) {
  const shelf = useOfflineShelf();
  const stateOf = useQuizStates();
  // Only subscribers may open a course's own page; other accounts see the course in their dashboard.
  const hrefOf = isSubscriber(usePlan())
    ? courseHref
    : (id: string) => paths.dashboardFree + sectionSearch('courses', id);
  if (!shelf) return null;
  return (
    <>
      <Shelf
        id="offline-tests"
        title={text.tests}
        hint={text.quizzesHint}
        links={shelf.quizzes.map((quiz) => ({
          to: quizHref(quiz.id),
          text: quiz.title,
          emoji: quiz.emoji,
          state: stateOf && actions[stateOf(quiz)],
        }))}
      />
      {!leadsBack(online) && (
        <Shelf
          id="offline-courses"
          title={text.courses}
          hint={text.coursesHint}
          links={shelf.courses.map((course) => ({ to: hrefOf(course.id), text: course.title }))}
        />
      )}
    </>
  );
}
