/**
 * How far a learner is with the achievements: what the server counted, folded with the facts this device knows and the server may not.
 * Guarantees: pure; never less than the server says, never over the target; what was earned stays earned.
 * Rule: the server is the authority; what is counted here are facts that it will count the same way (sync.count_facts).
 */
import type { AchievementProgressRow, AchievementRow } from './rows';

/** Facts in the journal by the type of achievement that counts them. */
export type FactCounts = Readonly<Record<string, number>>;

export interface AchievementState extends AchievementRow {
  current_value: number;
  /** 0 to 100, whole. */
  progress_percentage: number;
  completed: boolean;
  completed_at: string | null;
}

/** In the server's order: by points, then by id. */
export function achievementStates(
  rows: readonly AchievementRow[],
  known: readonly AchievementProgressRow[],
  facts: FactCounts = {},
): AchievementState[] {
  const progress = new Map(known.map((row) => [row.id, row]));
  return [...rows]
    .sort((a, b) => a.points - b.points || (a.id < b.id ? -1 : 1))
    .map((row) => {
      const told = progress.get(row.id);
      const value = Math.max(told?.current_value ?? 0, facts[row.type] ?? 0);
      const completed = (told?.completed ?? false) || value >= row.target_value;
      return {
        ...row,
        current_value: completed ? row.target_value : value,
        progress_percentage: completed ? 100 : Math.min(100, Math.floor((value * 100) / Math.max(row.target_value, 1))),
        completed,
        completed_at: told?.completed_at ?? null,
      };
    });
}
