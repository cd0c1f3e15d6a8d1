import { Award, Bell, BookOpen, CalendarDays, Flame, House, ShoppingBag, Stamp } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { paths } from '@/config/paths';
import type { Plan } from '@/domain/entitlements';
import { preloadable } from '@/lib/preloadable';
import { frame, sections as titles } from '@/text/shell';
import { type SectionProps, type SectionRule, SectionsContext } from '@/widgets/shell/sections';

/** A module with a section. */
type SectionModule<N extends string> = Record<N, ComponentType<SectionProps>>;

/** A section whose code loads on demand. */
function lazySection<N extends string>(load: () => Promise<SectionModule<N>>, name: N) {
  const { Part, preload } = preloadable(load, (module): ComponentType<SectionProps> => module[name]);
  return { component: Part, load, preload };
}

const courses = lazySection(() => import('@/features/courses/courses-section'), 'CoursesSection');
const store = lazySection(() => import('@/features/store/store-section'), 'StoreSection');
const achievements = lazySection(() => import('@/features/achievements/achievements-section'), 'AchievementsSection');
const certificates = lazySection(() => import('@/features/certificates/certificates-section'), 'CertificatesSection');
const events = lazySection(() => import('@/features/events/events-section'), 'EventsSection');
const activity = lazySection(() => import('@/features/activity/activity-section'), 'ActivitySection');
const notifications = lazySection(
  () => import('@/features/notifications/notifications-section'),
  'NotificationsSection',
);

const everyone: readonly Plan[] = ['free', 'pro', 'premium'];
const subscribers: readonly Plan[] = ['pro', 'premium'];

interface SectionRow extends SectionRule {
  /** Imports the section's module. The build reads the module's name from this function (server/build/screen-files.ts). */
  load?: () => Promise<unknown>;
  /** Loads the section's code. */
  preload?: () => Promise<unknown>;
}

/**
 * The dashboard sections, in the order of the side menu (specification 2 §2.2, decision 13). Both dashboards, the offline home, the side
 * menu, the bottom bar and the search read this table.
 * To add a section, add a row here, its title to src/text/shell.ts, and a folder to src/features.
 */
export const sections: readonly SectionRow[] = [
  { id: 'home', title: titles.home, Icon: House, plans: everyone, menu: 'main', bar: titles.home, offline: false },
  {
    id: 'courses',
    title: titles.courses,
    Icon: BookOpen,
    plans: everyone,
    menu: 'main',
    bar: frame.courses,
    offline: true,
    ...courses,
  },
  {
    id: 'achievements',
    title: titles.achievements,
    Icon: Award,
    plans: subscribers,
    menu: 'main',
    bar: titles.achievements,
    offline: true,
    ...achievements,
  },
  {
    id: 'store',
    title: titles.store,
    Icon: ShoppingBag,
    plans: subscribers,
    menu: 'library',
    offline: true,
    ...store,
  },
  {
    id: 'certificates',
    path: paths.certificates,
    title: titles.certificates,
    Icon: Stamp,
    plans: subscribers,
    menu: 'library',
    offline: true,
    ...certificates,
  },
  {
    id: 'events',
    title: titles.events,
    Icon: CalendarDays,
    plans: subscribers,
    menu: 'library',
    bar: titles.events,
    offline: true,
    ...events,
  },
  // The streak opens this section; no menu lists it.
  {
    id: 'activity',
    title: titles.activity,
    Icon: Flame,
    plans: subscribers,
    offline: true,
    ...activity,
  },
  // The bell opens this section. The section's own URL is for subscribers, but every account may read its notifications on the dashboard.
  {
    id: 'notifications',
    path: paths.notifications,
    title: titles.notifications,
    Icon: Bell,
    plans: everyone,
    offline: true,
    ...notifications,
  },
];

/** Loads the section that the URL names while the screen around it starts. */
export async function preloadSection(): Promise<void> {
  const named = new URLSearchParams(location.search).get('section');
  await sections.find(({ id, path }) => id === named || path === location.pathname)?.preload?.();
}

export const SectionsProvider = ({ children }: { children: ReactNode }) => (
  <SectionsContext value={sections}>{children}</SectionsContext>
);
