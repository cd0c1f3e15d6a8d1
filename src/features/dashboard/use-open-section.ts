import { useNavigate, useSearchParams } from 'react-router-dom';
import { type SectionRule, useSectionRule } from '@/features/shell/widgets/sections';
import { sectionSearch } from '@/shared/paths';
import { useTitle } from '@/ui/use-title';

interface OpenSection {
  section: SectionRule;
  go: (section: SectionRule, replace: boolean) => void;
}

/** The open section, which is stored in the query so that Back and a reload return to it. Sets the page title. */
export function useOpenSection(): OpenSection {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const section = useSectionRule(query.get('section'));
  // The home keeps the dashboard's title, and an open course sets its own.
  useTitle(section.id === 'home' || query.has('course') ? undefined : section.title);
  return { section, go: ({ id }, replace) => void navigate(sectionSearch(id), { replace }) };
}
