import { Award, Bell, BookOpen, CalendarDays, Flame, House, ShoppingBag, Stamp } from 'lucide-react';
import type { ReactNode } from 'react';
import { type SectionProps, type SectionRule, SectionsContext } from '@/features/shell/widgets/sections';
import type { Plan } from '@/shared/entitlements';
import { paths } from '@/shared/paths';
import { frame, sections as titles } from '@/shared/text/shell';
import { lazyWithRetry } from '@/ui/lazy-with-retry';

const courses = lazyWithRetry<SectionProps>(() =>
  import('@/features/courses/courses-section').then((module) => module.CoursesSection),
);
const store = lazyWithRetry<SectionProps>(() =>
  import('@/features/store/store-section').then((module) => module.StoreSection),
);
const achievements = lazyWithRetry<SectionProps>(() =>
  import('@/features/achievements/achievements-section').then((module) => module.AchievementsSection),
);
const certificates = lazyWithRetry<SectionProps>(() =>
  import('@/features/certificates/certificates-section').then((module) => module.CertificatesSection),
);
const events = lazyWithRetry<SectionProps>(() =>
  import('@/features/events/events-section').then((module) => module.EventsSection),
);
const activity = lazyWithRetry<SectionProps>(() =>
  import('@/features/streak/activity-section').then((module) => module.ActivitySection),
);
const notifications = lazyWithRetry<SectionProps>(() =>
  import('@/features/notifications/notifications-section').then((module) => module.NotificationsSection),
);

const everyone: readonly Plan[] = ['free', 'pro', 'premium'];
const subscribers: readonly Plan[] = ['pro', 'premium'];

/**
 * The dashboard sections, in the order of the side menu (specification 2 §2.2, decision 13). Both dashboards, the offline home, the side
 * menu, the bottom bar and the search read this table.
 * To add a section, add a row here, its title to src/shared/text/shell.ts, and a folder to src/features.
 */
export const sections: readonly SectionRule[] = [
  { id: 'home', title: titles.home, Icon: House, plans: everyone, menu: 'main', bar: titles.home, offline: false },
  {
    id: 'courses',
    title: titles.courses,
    Icon: BookOpen,
    plans: everyone,
    menu: 'main',
    bar: frame.courses,
    offline: true,
    component: courses,
  },
  {
    id: 'achievements',
    title: titles.achievements,
    Icon: Award,
    plans: subscribers,
    menu: 'main',
    bar: titles.achievements,
    offline: true,
    component: achievements,
  },
  {
    id: 'store',
    title: titles.store,
    Icon: ShoppingBag,
    plans: subscribers,
    menu: 'library',
    offline: true,
    component: store,
  },
  {
    id: 'certificates',
    path: paths.certificates,
    title: titles.certificates,
    Icon: Stamp,
    plans: subscribers,
    menu: 'library',
    offline: true,
    component: certificates,
  },
  {
    id: 'events',
    title: titles.events,
    Icon: CalendarDays,
    plans: subscribers,
    menu: 'library',
    bar: titles.events,
    offline: true,
    component: events,
  },
  // The streak opens this section; no menu lists it.
  {
    id: 'activity',
    title: titles.activity,
    Icon: Flame,
    plans: subscribers,
    offline: true,
    component: activity,
  },
  // The bell opens this section. The section's own URL is for subscribers, but every account may read its notifications on the dashboard.
  {
    id: 'notifications',
    path: paths.notifications,
    title: titles.notifications,
    Icon: Bell,
    plans: everyone,
    offline: true,
    component: notifications,
  },
];

export const SectionsProvider = ({ children }: { children: ReactNode }) => (
  <SectionsContext value={sections}>{children}</SectionsContext>
);
