import { change } from '@/features/console-kit/queries';
import { activity } from '@/features/console-kit/requests/answers';
import { call, run } from '@/features/console-kit/requests/console-client';

export const recentActivity = () => call('admin_activity', {}, activity);

/** Remembers that this administrator has seen everything up to `until`. */
export const markActivity = (until: string): Promise<void> =>
  change(['profiles'], () => run('mark_admin_activity', { p_until: until }));
