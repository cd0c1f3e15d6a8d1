import { useNavigate, useSearchParams } from 'react-router-dom';
import { sectionSearch } from '@/config/paths';
import { useTitle } from '@/lib/use-title';
import { type SectionRule, useSectionRule } from '@/widgets/shell/sections';

interface Place {
  section: SectionRule;
  go: (section: SectionRule) => void;
}

/** The section of the dashboard that is open, and its title. The query keeps it, so that Back and a reload lead to the same place. */
export function usePlace(): Place {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const section = useSectionRule(query.get('section'));
  // The home has the title of the dashboard, a course its own.
  useTitle(section.id === 'home' || query.has('course') ? undefined : section.title);
  return { section, go: ({ id }) => void navigate(sectionSearch(id)) };
}
