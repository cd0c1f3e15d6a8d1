import { Award, Bell, BookOpen, CalendarDays, Flame, House, ShoppingBag, Stamp } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '@/config/paths';
import type { Plan } from '@/domain/entitlements';
import { lazyWithRetry } from '@/lib/lazy-with-retry';
import { frame, sections as titles } from '@/text/shell';
import { type SectionRule, SectionsContext } from '@/widgets/shell/sections';

const CoursesSection = lazyWithRetry(() => import('@/features/courses/courses-section').then((m) => m.CoursesSection));
const StoreSection = lazyWithRetry(() => import('@/features/store/store-section').then((m) => m.StoreSection));
const AchievementsSection = lazyWithRetry(() =>
  import('@/features/achievements/achievements-section').then((m) => m.AchievementsSection),
);
const CertificatesSection = lazyWithRetry(() =>
  import('@/features/certificates/certificates-section').then((m) => m.CertificatesSection),
);
const EventsSection = lazyWithRetry(() => import('@/features/events/events-section').then((m) => m.EventsSection));
const ActivitySection = lazyWithRetry(() =>
  import('@/features/activity/activity-section').then((m) => m.ActivitySection),
);
const NotificationsSection = lazyWithRetry(() =>
  import('@/features/notifications/notifications-section').then((m) => m.NotificationsSection),
);

const everyone: readonly Plan[] = ['free', 'pro', 'premium'];
const subscribers: readonly Plan[] = ['pro', 'premium'];

/**
 * The dashboard sections, in the order of the side menu (specification 2 §2.2, decision 13). Both dashboards, the offline home, the side
 * menu, the bottom bar and the search read this table.
 * To add a section: a row here, its title in src/text/shell.ts, a folder in src/features.
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
    component: CoursesSection,
  },
  {
    id: 'achievements',
    title: titles.achievements,
    Icon: Award,
    plans: subscribers,
    menu: 'main',
    bar: titles.achievements,
    offline: true,
    component: AchievementsSection,
  },
  {
    id: 'store',
    title: titles.store,
    Icon: ShoppingBag,
    plans: subscribers,
    menu: 'library',
    offline: true,
    component: StoreSection,
  },
  {
    id: 'certificates',
    path: paths.certificates,
    title: titles.certificates,
    Icon: Stamp,
    plans: subscribers,
    menu: 'library',
    offline: true,
    component: CertificatesSection,
  },
  {
    id: 'events',
    title: titles.events,
    Icon: CalendarDays,
    plans: subscribers,
    menu: 'library',
    bar: titles.events,
    offline: true,
    component: EventsSection,
  },
  // The streak opens this section; no menu lists it.
  {
    id: 'activity',
    title: titles.activity,
    Icon: Flame,
    plans: subscribers,
    offline: true,
    component: ActivitySection,
  },
  // The bell opens this section. Its own URL is for subscribers, but every account may read its messages here.
  {
    id: 'notifications',
    path: paths.notifications,
    title: titles.notifications,
    Icon: Bell,
    plans: everyone,
    offline: true,
    component: NotificationsSection,
  },
];

export const SectionsProvider = ({ children }: { children: ReactNode }) => (
  <SectionsContext value={sections}>{children}</SectionsContext>
);
