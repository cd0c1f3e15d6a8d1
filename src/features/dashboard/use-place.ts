import { useNavigate, useSearchParams } from 'react-router-dom';
import { sectionSearch } from '@/config/paths';
import { type Section, sections } from '@/text/shell';

const isSection = (name: string | null): name is Section => name !== null && Object.hasOwn(sections, name);

export interface Place {
  section: Section;
  /** The course whose detail Моите курсове shows. */
  courseId: string | null;
  go: (section: Section) => void;
}

/** Where on the dashboard the learner is. The query keeps it, so that Back and a reload lead to the same place. */
export function usePlace(): Place {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const named = query.get('section');
  return {
    section: isSection(named) ? named : 'home',
    courseId: query.get('course'),
    go: (section) => void navigate(sectionSearch(section)),
  };
}
