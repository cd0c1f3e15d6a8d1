import {
  Award,
  Bell,
  BookOpen,
  CalendarDays,
  LayoutDashboard,
  type LucideIcon,
  Newspaper,
  Settings,
  Users,
} from 'lucide-react';
import { paths } from '@/config/paths';
import { type ConsoleSection, consoleTitles } from '@/text/admin/console';

/** A row of the side menu. */
export interface ConsoleMenuRow {
  /** The value of `?section=` on /admin/dashboard. */
  id: ConsoleSection;
  title: string;
  Icon: LucideIcon;
  href: string;
}

const row = (id: ConsoleSection, Icon: LucideIcon, href = sectionHref(id)): ConsoleMenuRow => ({
  id,
  title: consoleTitles[id],
  Icon,
  href,
});

/** URL of a section and its state. */
export function sectionHref(section: ConsoleSection, query: Record<string, string> = {}): string {
  return `${paths.adminDashboard}?${new URLSearchParams({ section, ...query })}`;
}

/** The eight sections in the order of the side menu (specification 3 §2). */
export const consoleMenu: readonly ConsoleMenuRow[] = [
  row('dashboard', LayoutDashboard, paths.adminDashboard),
  row('users', Users),
  row('certificates', Award),
  row('courses', BookOpen, paths.courseBuilder),
  row('notifications', Bell),
  row('news', Newspaper),
  row('events', CalendarDays),
  row('settings', Settings),
];
