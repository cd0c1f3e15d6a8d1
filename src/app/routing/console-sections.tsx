import { Award, Bell, BookOpen, CalendarDays, LayoutDashboard, Newspaper, Settings, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { type ConsoleRule, ConsoleSectionsContext, sectionHref } from '@/features/console/widgets/console-sections';
import { consoleTitles as titles } from '@/features/console-kit/text/console';
import { paths } from '@/shared/paths';
import { lazyWithRetry } from '@/ui/lazy-with-retry';

const dashboard = lazyWithRetry(() =>
  import('@/features/dashboard/console/dashboard-page').then((module) => module.DashboardPage),
);
const users = lazyWithRetry(() => import('@/features/accounts/console/users-page').then((module) => module.UsersPage));
const certificates = lazyWithRetry(() =>
  import('@/features/certificates/console/certificates-page').then((module) => module.CertificatesPage),
);
const notifications = lazyWithRetry(() =>
  import('@/features/notifications/console/notifications-page').then((module) => module.NotificationsPage),
);
const news = lazyWithRetry(() => import('@/features/news/console/news-page').then((module) => module.NewsPage));
const events = lazyWithRetry(() => import('@/features/events/console/events-page').then((module) => module.EventsPage));
const settings = lazyWithRetry(() =>
  import('@/features/settings/console/settings-page').then((module) => module.SettingsPage),
);

/**
 * The eight sections of the admin console, in the order of the side menu (specification 3 §2). /admin/dashboard and the menu read this table.
 * To add a section, add a row here, its title to src/features/console-kit/text/console.ts, and a page to src/features/<noun>/console. Import the page with
 * `lazyWithRetry`, so that each section is a chunk of its own. If a section has its own URL, its screens are rows of the route table instead.
 */
export const consoleSections: readonly ConsoleRule[] = [
  {
    id: 'dashboard',
    href: paths.adminDashboard,
    title: titles.dashboard,
    Icon: LayoutDashboard,
    component: dashboard,
  },
  { id: 'users', href: sectionHref('users'), title: titles.users, Icon: Users, component: users },
  {
    id: 'certificates',
    href: sectionHref('certificates'),
    title: titles.certificates,
    Icon: Award,
    component: certificates,
  },
  { id: 'courses', href: paths.courseBuilder, title: titles.courses, Icon: BookOpen },
  {
    id: 'notifications',
    href: sectionHref('notifications'),
    title: titles.notifications,
    Icon: Bell,
    component: notifications,
  },
  { id: 'news', href: sectionHref('news'), title: titles.news, Icon: Newspaper, component: news },
  { id: 'events', href: sectionHref('events'), title: titles.events, Icon: CalendarDays, component: events },
  { id: 'settings', href: sectionHref('settings'), title: titles.settings, Icon: Settings, component: settings },
];

export const ConsoleSectionsProvider = ({ children }: { children: ReactNode }) => (
  <ConsoleSectionsContext value={consoleSections}>{children}</ConsoleSectionsContext>
);

/** The section that the query of /admin/dashboard names; the console's dashboard if the query names no section or an unknown one. */
export const sectionOf = (query: URLSearchParams): ConsoleRule | undefined =>
  consoleSections.find(({ id }) => id === (query.get('section') ?? 'dashboard')) ?? consoleSections[0];
