import { useJournal } from '@/data/journal/use-journal';
import { type Live, LOADING, mapLive } from '@/data/live/live';
import { localQuery } from '@/data/live/live-query';
import { useLive } from '@/data/live/use-live';
import { foldStreak, type Streak } from '@/domain/streak';
import { useToday } from './use-today';

export type { Streak };

const streakRow = localQuery(
  'streak',
  ['account'],
  async ({ mirror }) => (await mirror.streaks.limit(1).toArray())[0] ?? null,
);

/**
 * The account's streak: this device's days merged with the server's. It has no data while this device has no days and has not caught up once.
 * If the server's row cannot be read, the device's days decide; it fails when neither can be read.
 * Rule: an unknown streak is not a streak of 0.
 */
export function useActivity(): Live<Streak | undefined> {
  const today = useToday();
  const mirrored = useLive(streakRow);
  const journal = useJournal('day');
  const row = mirrored.data;
  const docs = journal.data;
  const complete = mirrored.complete && journal.complete;
  if (!row && journal.status === 'error') return { ...journal, data: undefined };
  const isKnown = row || docs?.length || complete || (docs && mirrored.status === 'error');
  if (!isKnown && mirrored.status === 'ready' && docs) return { status: 'ready', data: undefined, complete: false };
  if (!isKnown) return LOADING;
  const own = (docs ?? []).map(({ id }) => id.slice('day/'.length));
  return { status: 'ready', data: foldStreak(row, own, today), complete };
}

/** The same, loading until it is known. */
export function useStreakDays(): Live<Streak> {
  const live = useActivity();
  if (live.status !== 'ready') return live;
  return live.data ? { ...live, data: live.data } : LOADING;
}

/** Consecutive active days. */
export const useStreak = (): Live<number> => mapLive(useStreakDays(), ({ current }) => current);
