import type { LucideIcon } from 'lucide-react';
import { type ComponentType, createContext, use } from 'react';
import { paths } from '@/config/paths';
import type { ConsoleSection } from '@/text/admin/console';

/** One row of the table in src/app/routing/console-sections.tsx. */
export interface ConsoleRule {
  /** The value of `?section=` on /admin/dashboard. */
  id: ConsoleSection;
  /** Its own URL, or its query on /admin/dashboard. */
  href: string;
  title: string;
  Icon: LucideIcon;
  /** Undefined for a section whose screens are rows of the route table. */
  component?: ComponentType;
}

/** URL of a section and its state. */
export function sectionHref(section: ConsoleSection, query: Record<string, string> = {}): string {
  return `${paths.adminDashboard}?${new URLSearchParams({ section, ...query })}`;
}

/** The app passes its table of console sections through this context, because widgets cannot import the app. */
export const ConsoleSectionsContext = createContext<readonly ConsoleRule[] | null>(null);

export function useConsoleSections(): readonly ConsoleRule[] {
  const sections = use(ConsoleSectionsContext);
  if (!sections) throw new Error('This screen needs the table of sections: see src/app/routing/console-sections.tsx');
  return sections;
}
