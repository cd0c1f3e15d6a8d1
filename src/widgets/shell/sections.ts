import type { LucideIcon } from 'lucide-react';
import { type ComponentType, createContext, use } from 'react';
import type { Plan } from '@/domain/entitlements';
import type { Section } from '@/text/shell';

/** Where a section is drawn: inside a dashboard, at its own address, or on the offline home. */
export type SectionPlace = 'dashboard' | 'page' | 'offline';

export interface SectionProps {
  section: SectionRule;
  place: SectionPlace;
  /** The account has no subscription. */
  free: boolean;
}

/** One row of the table in src/app/routing/sections.tsx. */
export interface SectionRule {
  /** The value of `?section=` on the dashboards and on the offline home. */
  id: Section;
  /** Its own address, where the specification gives one. */
  path?: string;
  title: string;
  Icon: LucideIcon;
  /** Plans that open it; other accounts read there what these plans bring. */
  plans: readonly Plan[];
  /** Its place in the side menu. A free account finds `library` in a group of its own; a section without a place is opened from the top bar. */
  menu?: 'main' | 'library';
  /** Its label in the bottom bar of phones. */
  bar?: string;
  /** The offline home offers it: everything it shows first is on the device. */
  offline: boolean;
  /** Absent for the home: each dashboard draws its own, because it is the first paint. */
  component?: ComponentType<SectionProps>;
}

/** The app hands its table down here, because neither widgets nor features import the app. */
export const SectionsContext = createContext<readonly SectionRule[] | null>(null);

export function useSections(): readonly SectionRule[] {
  const sections = use(SectionsContext);
  if (!sections) throw new Error('This screen needs the table of sections: see src/app/routing/sections.tsx');
  return sections;
}

/** The row of a section; the home for a name that no row has. */
export function useSectionRule(id: string | null): SectionRule {
  const sections = useSections();
  const rule = sections.find((row) => row.id === id) ?? sections[0];
  if (!rule) throw new Error('The table of sections is empty');
  return rule;
}
