import { Award, Bell, BookOpen, CalendarDays, LayoutDashboard, Newspaper, Settings, Users } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { paths } from '@/config/paths';
import { preloadable } from '@/lib/preloadable';
import { consoleTitles as titles } from '@/text/admin/console';
import { type ConsoleRule, ConsoleSectionsContext, sectionHref } from '@/widgets/admin/console-sections';

/** A section whose code loads on demand. After `preload`, it renders without a placeholder. */
function lazySection<N extends string>(load: () => Promise<Record<N, ComponentType>>, name: N) {
  const { Part, preload } = preloadable(load, (module): ComponentType => module[name]);
  return { component: Part, preload };
}

const dashboard = lazySection(() => import('@/features/admin/dashboard/dashboard-page'), 'DashboardPage');
const users = lazySection(() => import('@/features/admin/users/users-page'), 'UsersPage');
const certificates = lazySection(() => import('@/features/admin/certificates/certificates-page'), 'CertificatesPage');
const notifications = lazySection(
  () => import('@/features/admin/notifications/notifications-page'),
  'NotificationsPage',
);
const news = lazySection(() => import('@/features/admin/news/news-page'), 'NewsPage');
const events = lazySection(() => import('@/features/admin/events/events-page'), 'EventsPage');
const settings = lazySection(() => import('@/features/admin/settings/settings-page'), 'SettingsPage');

interface ConsoleRow extends ConsoleRule {
  /** Loads the section's code. */
  preload?: () => Promise<unknown>;
}

/**
 * The eight sections of the admin console, in the order of the side menu (specification 3 §2). /admin/dashboard and the menu read this table.
 * To add a section, add a row here, its title to src/text/admin/console.ts, and a page to src/features/admin/<section>. Import the page with
 * `lazySection`, so that each section is a chunk of its own. If a section has its own URL, its screens are rows of the route table instead.
 */
export const consoleSections: readonly ConsoleRow[] = [
  {
    id: 'dashboard',
    href: paths.adminDashboard,
    title: titles.dashboard,
    Icon: LayoutDashboard,
    ...dashboard,
  },
  { id: 'users', href: sectionHref('users'), title: titles.users, Icon: Users, ...users },
  {
    id: 'certificates',
    href: sectionHref('certificates'),
    title: titles.certificates,
    Icon: Award,
    ...certificates,
  },
  { id: 'courses', href: paths.courseBuilder, title: titles.courses, Icon: BookOpen },
  {
    id: 'notifications',
    href: sectionHref('notifications'),
    title: titles.notifications,
    Icon: Bell,
    ...notifications,
  },
  { id: 'news', href: sectionHref('news'), title: titles.news, Icon: Newspaper, ...news },
  { id: 'events', href: sectionHref('events'), title: titles.events, Icon: CalendarDays, ...events },
  { id: 'settings', href: sectionHref('settings'), title: titles.settings, Icon: Settings, ...settings },
];

export const ConsoleSectionsProvider = ({ children }: { children: ReactNode }) => (
  <ConsoleSectionsContext value={consoleSections}>{children}</ConsoleSectionsContext>
);

/** The section that the query of /admin/dashboard names; the console's dashboard if the query names no section or an unknown one. */
export const sectionOf = (query: URLSearchParams): ConsoleRow | undefined =>
  consoleSections.find(({ id }) => id === (query.get('section') ?? 'dashboard')) ?? consoleSections[0];

/** Loads the code of the section that the page's URL names, so that its first render needs no placeholder and requests its data at once. */
export async function load() {
  const { pathname, search } = location;
  // If the code does not load, the section shows its placeholder and tries again.
  if (pathname === paths.adminDashboard)
    await sectionOf(new URLSearchParams(search))
      ?.preload?.()
      .catch(() => undefined);
  return ConsoleSectionsProvider;
}
