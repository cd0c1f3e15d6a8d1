import { Award, Bell, BookOpen, CalendarDays, LayoutDashboard, Newspaper, Settings, Users } from 'lucide-react';
import { paths } from '@/config/paths';
import { InPreparationPage } from '@/features/in-preparation/in-preparation-page';
import { consoleTitles as titles } from '@/text/admin/console';
import type { ConsoleSectionRule } from '@/widgets/admin/console-sections';

const inPreparation = (title: string) => () => <InPreparationPage title={title} />;

/**
 * The sections of the admin console in the order of its side menu (specification 3 §2).
 * To build a section: a page in src/features/admin/<section>, named here by `lazyWithRetry(() => import(…))`, so that each section is a chunk of its own.
 */
export const consoleSections: readonly ConsoleSectionRule[] = [
  { id: 'dashboard', title: titles.dashboard, Icon: LayoutDashboard, component: inPreparation(titles.dashboard) },
  { id: 'users', title: titles.users, Icon: Users, component: inPreparation(titles.users) },
  { id: 'certificates', title: titles.certificates, Icon: Award, component: inPreparation(titles.certificates) },
  {
    id: 'courses',
    path: paths.courseBuilder,
    title: titles.courses,
    Icon: BookOpen,
    component: inPreparation(titles.courses),
  },
  { id: 'notifications', title: titles.notifications, Icon: Bell, component: inPreparation(titles.notifications) },
  { id: 'news', title: titles.news, Icon: Newspaper, component: inPreparation(titles.news) },
  { id: 'events', title: titles.events, Icon: CalendarDays, component: inPreparation(titles.events) },
  { id: 'settings', title: titles.settings, Icon: Settings, component: inPreparation(titles.settings) },
];
