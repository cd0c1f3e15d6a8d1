import { activity } from './answers';
import { call, run } from './console-client';
import { change } from './console-query';

export const recentActivity = () => call('admin_activity', {}, activity);

/** Remembers that this administrator has seen everything up to `until`. */
export const markActivity = (until: string): Promise<void> =>
  change(['profiles'], () => run('mark_admin_activity', { p_until: until }));
