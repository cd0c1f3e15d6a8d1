import { useSyncExternalStore } from 'react';
import { journalTrouble } from '@/data/journal/late-journal';
import { useJournalDocs } from '@/data/journal/use-journal';
import { useMirrorList } from '@/data/session/use-mirror-query';
import { useArrival } from '@/data/sync/use-sync-status';
import { currentStreak, daysOfRow, longestStreak } from '@/domain/streak';
import { useToday } from './use-today';

export interface Streak {
  /** Days in a row up to today, or up to yesterday while today is empty. */
  current: number;
  longest: number;
  /** Every active day this device knows of, YYYY-MM-DD. */
  days: ReadonlySet<string>;
  /** The learner's calendar day. */
  today: string;
}

/**
 * The account's streak: its own set of days together with those the server tells of; undefined while this device knows none and has not had the first
 * whole answer, null when it could not read its own.
 * Rule: a streak that nobody knows is no streak of 0.
 */
export function useStreakDays(): Streak | null | undefined {
  const today = useToday();
  const row = useMirrorList((mirror) => mirror.streaks.limit(1).toArray())?.[0];
  const docs = useJournalDocs('day');
  const arrival = useArrival();
  const trouble = useSyncExternalStore(journalTrouble.subscribe, journalTrouble.get);
  if (!row && !docs && trouble) return null;
  if (!row && !docs?.length && (!docs || arrival !== 'whole')) return undefined;
  const days = new Set([...daysOfRow(row), ...(docs ?? []).map(({ id }) => id.slice('day/'.length))]);
  return {
    current: currentStreak(days, today),
    longest: Math.max(row?.longest_streak ?? 0, longestStreak(days)),
    days,
    today,
  };
}

/** Days in a row; undefined until known, null when this device could not read them. */
export function useStreak(): number | null | undefined {
  const streak = useStreakDays();
  return streak === null ? null : streak?.current;
}
