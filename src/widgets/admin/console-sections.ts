import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { ConsoleSection } from '@/text/admin/console';

/** One row of the table in src/app/routing/console-sections.tsx. */
export interface ConsoleSectionRule {
  /** The value of `?section=` on /admin/dashboard. */
  id: ConsoleSection;
  /** Its own address, where the specification gives one. */
  path?: string;
  title: string;
  Icon: LucideIcon;
  component: ComponentType;
}
