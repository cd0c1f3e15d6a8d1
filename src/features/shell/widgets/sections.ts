import type { LucideIcon } from 'lucide-react';
import { type ComponentType, createContext, use } from 'react';
import type { Plan } from '@/shared/entitlements';
import type { Section } from '@/shared/text/shell';

/** Where a section is rendered: in a dashboard, at its own URL, or on the offline home. */
export type SectionPlace = 'dashboard' | 'page' | 'offline';

export interface SectionProps {
  section: SectionRule;
  place: SectionPlace;
  /** The account has no subscription. */
  free: boolean;
}

/** One row of the table in src/app/routing/sections.tsx. */
export interface SectionRule {
  /** Value of `?section=` on the dashboards and the offline home. */
  id: Section;
  /** Own URL of the section, if the specification gives one. */
  path?: string;
  title: string;
  Icon: LucideIcon;
  /** Plans that include the section; other accounts see an upsell. */
  plans: readonly Plan[];
  /** Group in the side menu. Free accounts see `library` as a separate group; a section without a group is opened from the top bar. */
  menu?: 'main' | 'library';
  /** Label in the bottom bar of phones; without it the section is not in the bar. */
  bar?: string;
  /** Available on the offline home, because the section's first screen needs only data on the device. */
  offline: boolean;
  /** Undefined for the home: each dashboard renders its own home directly, because the home is the first paint. */
  component?: ComponentType<SectionProps>;
}

/** The app passes its section table through this context, because widgets and features cannot import the app. */
export const SectionsContext = createContext<readonly SectionRule[] | null>(null);

export function useSections(): readonly SectionRule[] {
  const sections = use(SectionsContext);
  if (!sections) throw new Error('This screen needs the table of sections: see src/app/routing/sections.tsx');
  return sections;
}

/** Falls back to the home, because a shared link may carry the id of a section that no longer exists. */
export function useSectionRule(id: string | null): SectionRule {
  const sections = useSections();
  const rule = sections.find((row) => row.id === id) ?? sections[0];
  if (!rule) throw new Error('The table of sections is empty');
  return rule;
}
