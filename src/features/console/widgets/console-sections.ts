import type { LucideIcon } from 'lucide-react';
import { type ComponentType, createContext, use } from 'react';
import type { ConsoleSection } from '@/features/console-kit/text/console';
import { paths } from '@/shared/paths';

/** One row of the table in src/app/routing/console-sections.tsx. */
export interface ConsoleRule {
  /** The value of `?section=` on /admin/dashboard. */
  id: ConsoleSection;
  /** URL of the section: its own path, or /admin/dashboard with its query. */
  href: string;
  title: string;
  Icon: LucideIcon;
  /** Undefined for a section whose screens have their own routes. */
  component?: ComponentType;
}

/** URL of a section; `query` is the state of its screen. */
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
