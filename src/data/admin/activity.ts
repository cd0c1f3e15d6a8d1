import { call } from './console-client';

/** Kinds of recent activity, in display order. */
export const activityKinds = ['users', 'payments', 'registrations', 'demo_requests', 'launch_signups'] as const;
export type ActivityKind = (typeof activityKinds)[number];

export interface ActivityItem {
  kind: 'user' | 'payment' | 'registration' | 'demo_request' | 'launch_signup';
  id: string;
  title: string;
  detail: string | null;
  created_at: string;
}

/** Activity since this administrator last opened the list. */
export interface Activity {
  since: string;
  until: string;
  total: number;
  counts: Record<ActivityKind, number>;
  items: ActivityItem[];
}

export const recentActivity = () => call<Activity>('admin_activity');

/** Remembers that this administrator has seen everything up to `until`. */
export const markActivity = (until: string) => call<null>('mark_admin_activity', { p_until: until });
