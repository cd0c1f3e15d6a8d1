/**
 * The state in which the achievements section shows an achievement, and the order of the list.
 * Guarantees: pure. Rule: only an achievement that the server awarded is `earned`.
 */
import type { AchievementState } from './progress';

/** `waiting`: reached according to this device, not confirmed by the server. */
export type AchievementStanding = 'earned' | 'waiting' | 'begun' | 'untouched';

export function standingOf({ completed, confirmed, current_value }: AchievementState): AchievementStanding {
  if (completed) return confirmed ? 'earned' : 'waiting';
  return current_value > 0 ? 'begun' : 'untouched';
}

const latestFirst = (a: AchievementState, b: AchievementState) =>
  (b.completed_at ?? '').localeCompare(a.completed_at ?? '') || a.id.localeCompare(b.id);

const rank: Record<AchievementStanding, number> = { waiting: 0, begun: 1, untouched: 2, earned: 3 };

/** Sorts the achievements closest to completion first and the earned ones last. */
export const inDisplayOrder = (all: readonly AchievementState[]): AchievementState[] =>
  [...all].sort(
    (a, b) =>
      rank[standingOf(a)] - rank[standingOf(b)] ||
      (standingOf(a) === 'earned' ? latestFirst(a, b) : b.progress_percentage - a.progress_percentage) ||
      a.points - b.points ||
      a.id.localeCompare(b.id),
  );
