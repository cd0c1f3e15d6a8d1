import { type Live, LOADING, mapLive } from '@/device/live/live';
import { useJournal } from '@/device/live/use-journal';
import { localQuery, useLive } from '@/device/live/use-live';
import { foldStreak, type Streak } from '../rules/streak';
import { useToday } from './use-today';

export type { Streak };

const streakRow = localQuery(
  'The streak could not be read:',
  ['account'],
  async ({ mirror }) => (await mirror.streaks.limit(1).toArray())[0] ?? null,
  { remember: true },
);

/**
 * The account's streak: this device's days merged with the server's row. `data` is undefined while this device has no days and has not caught up.
 * If the row cannot be read, the device's days count alone; the status is `error` if neither can be read.
 * Rule: never show an unknown streak as 0.
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

/** `useActivity`, but `loading` while the streak is unknown. */
export function useStreakDays(): Live<Streak> {
  const live = useActivity();
  if (live.status !== 'ready') return live;
  return live.data ? { ...live, data: live.data } : LOADING;
}

/** Number of consecutive active days. */
export const useStreak = (): Live<number> => mapLive(useStreakDays(), ({ current }) => current);
