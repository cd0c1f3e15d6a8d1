import type { ComponentType } from 'react';
import { lazyWithRetry } from '@/lib/lazy-with-retry';
import type { ConsoleSection } from '@/text/admin/console';

/**
 * The screens of the admin console by the section that the query names. The menu with its order is `consoleMenu` in src/widgets/admin.
 * To build a section: a page in src/features/admin/<section>, named here by `lazyWithRetry(() => import(…))`, so that each section is a chunk of its
 * own. A section with an address of its own is a row of the route table instead.
 */
export const consoleSections: Readonly<Partial<Record<ConsoleSection, ComponentType>>> = {
  dashboard: lazyWithRetry(() =>
    import('@/features/admin/dashboard/dashboard-page').then((module) => module.DashboardPage),
  ),
  users: lazyWithRetry(() => import('@/features/admin/users/users-page').then((module) => module.UsersPage)),
  certificates: lazyWithRetry(() =>
    import('@/features/admin/certificates/certificates-page').then((module) => module.CertificatesPage),
  ),
  notifications: lazyWithRetry(() =>
    import('@/features/admin/notifications/notifications-page').then((module) => module.NotificationsPage),
  ),
  news: lazyWithRetry(() => import('@/features/admin/news/news-page').then((module) => module.NewsPage)),
  events: lazyWithRetry(() => import('@/features/admin/events/events-page').then((module) => module.EventsPage)),
  settings: lazyWithRetry(() =>
    import('@/features/admin/settings/settings-page').then((module) => module.SettingsPage),
  ),
};
