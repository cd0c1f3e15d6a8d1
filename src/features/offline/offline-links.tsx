import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { courseHref, testHref } from '@/config/paths';
import { useOfflineShelf } from '@/data/lessons/use-lesson';
import { offlineText } from '@/text/offline';
import { cardClass } from '@/ui/card';

function Shelf({
  id,
  title,
  hint,
  links,
}: {
  id: string;
  title: string;
  hint?: string;
  links: { to: string; text: string; mark?: string | null }[];
}) {
  if (links.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid content-start gap-2">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {hint && <p className="text-muted text-sm">{hint}</p>}
      <ul className={`${cardClass} divide-y divide-line overflow-hidden`}>
        {links.map(({ to, text, mark }) => (
          <li key={to}>
            <Link to={to} className="flex min-h-12 items-center gap-3 px-4 py-2 font-semibold text-ink no-underline hover:bg-sunk">
              {mark && <span aria-hidden="true">{mark}</span>}
              <span className="grow">{text}</span>
              <ChevronRight size={20} aria-hidden="true" className="text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What else works without a network: the tests and the courses on this device. */
export function OfflineLinks() {
  const shelf = useOfflineShelf();
  if (!shelf) return null;
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Shelf
        id="offline-tests"
        title={offlineText.tests}
        hint={offlineText.testsHint}
        links={shelf.tests.map((test) => ({ to: testHref(test.id), text: test.title, mark: test.emoji }))}
      />
      <Shelf
        id="offline-courses"
        title={offlineText.courses}
        links={shelf.courses.map((course) => ({ to: courseHref(course.id), text: course.title }))}
      />
    </div>
  );
}
