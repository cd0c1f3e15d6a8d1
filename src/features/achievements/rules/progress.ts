/**
 * Progress of each achievement: the server's figures merged with the facts on this device.
 * Guarantees: pure; a value is never below the server's and never above the target; an earned achievement stays earned.
 * Rule: only the server awards achievements. One that is complete only by this device's count is unconfirmed and has no date.
 */

import type { AchievementProgressRow, AchievementRow } from '@/shared/rows';
import type { FactCounts } from './facts';

export interface AchievementState extends AchievementRow {
  current_value: number;
  /** Whole percent, 0 to 100. */
  progress_percentage: number;
  /** The target is reached, according to the server or to this device's facts. */
  completed: boolean;
  /** The server has awarded the achievement. */
  confirmed: boolean;
  completed_at: string | null;
}

/** The state of every achievement, in the server's order: by points, then by id. */
export function achievementStates(
  rows: readonly AchievementRow[],
  confirmedRows: readonly AchievementProgressRow[],
  facts: Partial<FactCounts> = {},
): AchievementState[] {
  const progress = new Map(confirmedRows.map((row) => [row.id, row]));
  const counts: Readonly<Record<string, number>> = facts;
  return [...rows]
    .sort((a, b) => a.points - b.points || (a.id < b.id ? -1 : 1))
    .map((row) => {
      const confirmedRow = progress.get(row.id);
      const value = Math.max(confirmedRow?.current_value ?? 0, counts[row.type] ?? 0);
      const confirmed = confirmedRow?.completed ?? false;
      const completed = confirmed || value >= row.target_value;
      return {
        ...row,
        current_value: completed ? row.target_value : value,
        progress_percentage: completed ? 100 : Math.min(100, Math.floor((value * 100) / Math.max(row.target_value, 1))),
        completed,
        confirmed,
        completed_at: confirmedRow?.completed_at ?? null,
      };
    });
}

export interface AchievementTotals {
  completed: number;
  total: number;
  points: number;
  /** floor(completed / max(total, 1) × 100). */
  percent: number;
}

/** Totals of the achievements that the server has awarded. */
export function achievementTotals(states: readonly AchievementState[]): AchievementTotals {
  const awarded = states.filter(({ confirmed }) => confirmed);
  return {
    completed: awarded.length,
    total: states.length,
    points: awarded.reduce((sum, { points }) => sum + points, 0),
    percent: Math.floor((awarded.length / Math.max(states.length, 1)) * 100),
  };
}

/** The `count` most recently awarded achievements, latest first (five by default: specification 2 §9). */
export const recentAchievements = (states: readonly AchievementState[], count = 5): AchievementState[] =>
  states
    .filter(({ confirmed }) => confirmed)
    .sort((a, b) => (b.completed_at ?? '').localeCompare(a.completed_at ?? '') || (a.id < b.id ? -1 : 1))
    .slice(0, count);
