import { useNavigate, useSearchParams } from 'react-router-dom';
import { sectionSearch } from '@/config/paths';
import { useTitle } from '@/lib/use-title';
import { type Section, sections } from '@/text/shell';

const isSection = (name: string | null): name is Section => name !== null && Object.hasOwn(sections, name);

export interface Place {
  section: Section;
  /** The course whose detail Моите курсове shows. */
  courseId: string | null;
  go: (section: Section) => void;
}

/** Where on the dashboard the learner is, and the name of it. The query keeps it, so that Back and a reload lead to the same place. */
export function usePlace(): Place {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const named = query.get('section');
  const section = isSection(named) ? named : 'home';
  const courseId = query.get('course');
  // The home has the name of the dashboard, a course its own.
  useTitle(section === 'home' || courseId ? undefined : sections[section]);
  return {
    section,
    courseId,
    go: (section) => void navigate(sectionSearch(section)),
  };
}
