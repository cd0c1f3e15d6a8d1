/** The target of a search result. */

import type { Hit } from '@/features/search/rules/catalog-index';
import type { FurtherHit } from '@/features/search/rules/further-index';
import { newsHref, paths, quizHref, sectionSearch, videoFreeHref, videoHref } from '@/shared/paths';
import { timeSearch } from '@/shared/video-moment';

export interface Target {
  to: string;
  state?: { tab: 'resources' };
}

const dashboardOf = (free: boolean) => (free ? paths.dashboardFree : paths.dashboard);

/** A course opens in Моите курсове, a lesson on its page. `locked`: the free account may not open this lesson, so the result leads to the plans. */
export function targetOf({ kind, id, courseId }: Hit, free: boolean, locked: boolean): Target {
  if (kind === 'course') return { to: dashboardOf(free) + sectionSearch('courses', id) };
  if (locked) return { to: paths.pricing };
  return { to: free ? videoFreeHref(id) : videoHref(id, courseId) };
}

/** Captions and notes open the lesson at their position. */
export function furtherTargetOf({ kind, target, courseId, at }: FurtherHit, free: boolean): Target {
  switch (kind) {
    case 'quiz':
      return { to: quizHref(target) };
    case 'news':
      return { to: newsHref(target) };
    case 'event':
      return { to: `${dashboardOf(free)}${sectionSearch('events')}&event=${encodeURIComponent(target)}` };
    case 'resource':
      return { to: videoHref(target, courseId ?? undefined), state: { tab: 'resources' } };
    case 'caption':
    case 'note':
      return { to: (free ? videoFreeHref(target) : videoHref(target, courseId ?? undefined)) + timeSearch(at ?? 0) };
  }
}
