import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { courseHref, paths, sectionSearch, testHref } from '@/config/paths';
import { useOfflineShelf } from '@/data/lessons/use-lesson';
import { usePlan } from '@/data/session/use-plan';
import { useTestStates } from '@/data/tests/use-tests';
import { isSubscriber } from '@/domain/entitlements';
import type { TestState } from '@/domain/test-state';
import { langOf } from '@/lib/lang-of';
import { courseText } from '@/text/courses';
import { offlineHomeText as text } from '@/text/offline';
import { cardClass } from '@/ui/card';
import { TestEmblem } from '@/widgets/test-emblem';
import { leadsBack } from '../leads-back';

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
      <ul className={`${cardClass} divide-y divide-line overflow-hidden`}>
        {links.map((link) => (
          <li key={link.to}>
            <Link
              to={link.to}
              className="flex min-h-12 items-center gap-3 px-4 py-2 font-semibold text-ink no-underline hover:bg-sunk"
            >
              {link.emoji !== undefined && <TestEmblem emoji={link.emoji} size="line" />}
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

const actions: Record<TestState, string> = {
  not_started: courseText.start,
  in_progress: courseText.continue,
  completed: courseText.retake,
};

/** The tests that can be taken and the courses that can be read without a network. */
export function OfflineShelf({ online }: { online: boolean }) {
  const shelf = useOfflineShelf();
  const stateOf = useTestStates();
  // The course's own page is for subscribers.
  const hrefOf = isSubscriber(usePlan())
    ? courseHref
    : (id: string) => paths.dashboardFree + sectionSearch('courses', id);
  if (!shelf) return null;
  return (
    <>
      <Shelf
        id="offline-tests"
        title={text.tests}
        hint={text.testsHint}
        links={shelf.tests.map((test) => ({
          to: testHref(test.id),
          text: test.title,
          emoji: test.emoji,
          state: stateOf && actions[stateOf(test)],
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
