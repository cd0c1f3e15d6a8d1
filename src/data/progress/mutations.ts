import { writeJournal } from '@sync';
import { STORAGE_KEYS } from '@/config/persisted-names';
import { joinIntervals } from '@/domain/intervals';
import type { Interval, ProgressData } from '@/domain/journal';
import { localDate } from '@/domain/local-date';
import { isWatchedThrough } from '@/domain/watched';
import { writeStored } from '@/lib/local-storage';

// What watching a lesson writes: one document for each lesson, and the day of activity.
// Rule: what is stored only grows; where the learner stopped is the latest that a device told.

export interface WatchedPiece {
  videoId: string;
  courseId: string | null;
  /** Newly watched stretches, ms of media time. */
  watched: readonly Interval[];
  /** Where the player stands, ms. */
  position: number;
  /** Length of the media, ms. */
  duration: number;
}

/** Integer ms inside the media: players tell fractions, and a little past the end. */
const bounded = (value: number, duration: number) => Math.min(duration, Math.max(0, Math.round(value)));

export function progressAfter(before: ProgressData | undefined, piece: WatchedPiece, now: number): ProgressData {
  const duration = Math.max(before?.duration ?? 0, Math.round(piece.duration));
  const watched = piece.watched.map(([from, to]) => [bounded(from, duration), bounded(to, duration)] as const);
  const intervals = joinIntervals(before?.intervals ?? [], watched);
  return {
    video_id: piece.videoId,
    course_id: piece.courseId ?? before?.course_id ?? null,
    intervals,
    position: bounded(piece.position, duration),
    // Later than what it replaces, even on a device whose clock was set back.
    position_at: Math.max(now, (before?.position_at ?? -1) + 1),
    duration,
    completed: (before?.completed ?? false) || isWatchedThrough(intervals, duration),
    first_watched: before ? Math.min(before.first_watched, now) : now,
  };
}

const countedDays = new Set<string>();

/** Counts today as a day of activity, once per account and day. */
async function countDay(account: string, now: number): Promise<void> {
  const date = localDate(now);
  if (countedDays.has(`${account} ${date}`)) return;
  const { openJournal } = await import('@sync');
  const journal = await openJournal(account);
  if (!(await journal.get('day', date))) await journal.write('day', date, () => ({}));
  countedDays.add(`${account} ${date}`);
}

/** Keeps a piece of watching. */
export async function saveWatched(account: string, piece: WatchedPiece): Promise<void> {
  const now = Date.now();
  // What the home showed last is no longer true.
  writeStored(STORAGE_KEYS.keptHome, null);
  await writeJournal('progress', piece.videoId, (before) => progressAfter(before?.data, piece, now));
  if (piece.watched.length > 0) await countDay(account, now);
}
