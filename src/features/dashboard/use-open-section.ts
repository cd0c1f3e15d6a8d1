import { useNavigate, useSearchParams } from 'react-router-dom';
import { sectionSearch } from '@/config/paths';
import { useTitle } from '@/lib/use-title';
import { type SectionRule, useSectionRule } from '@/widgets/shell/sections';

interface OpenSection {
  section: SectionRule;
  go: (section: SectionRule, replace: boolean) => void;
}

/** The open section and its title. The query stores it, so that Back and a reload return to it. */
export function useOpenSection(): OpenSection {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const section = useSectionRule(query.get('section'));
  // The home uses the dashboard's title, a course its own.
  useTitle(section.id === 'home' || query.has('course') ? undefined : section.title);
  return { section, go: ({ id }, replace) => void navigate(sectionSearch(id), { replace }) };
}
