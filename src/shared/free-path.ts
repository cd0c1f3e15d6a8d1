/**
 * Rewrites the server's links, which point to subscribers' screens, to the screens of free accounts.
 * Guarantees: pure; other paths stay as they are.
 */
import { paths, sectionSearch, videoFreeHref } from '@/shared/paths';
import { isSubscriber, type Plan } from './entitlements';

/** `path`: a same-origin path with its query. */
export function pathOfPlan(path: string, plan: Plan): string {
  if (isSubscriber(plan)) return path;
  const { pathname, search, hash } = new URL(path, 'https://own.invalid');
  const [, first, id] = pathname.split('/');
  if (pathname === paths.dashboard) return paths.dashboardFree + search + hash;
  if (pathname === paths.certificates) return paths.dashboardFree + sectionSearch('certificates');
  if (pathname === paths.settings) return paths.freeSettings + search + hash;
  if (first === 'course' && id) return paths.dashboardFree + sectionSearch('courses', decodeURIComponent(id));
  if (first === 'video' && id) return videoFreeHref(decodeURIComponent(id)) + search + hash;
  return path;
}
