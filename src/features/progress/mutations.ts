import { openOutbox, writeJournal } from '@sync';
import { joinIntervals } from '@/shared/intervals';
import type { Interval, ProgressData } from '@/shared/journal';
import { localDate } from '@/shared/local-date';
import { isWatchedThrough } from './rules/watched';

// Journal writes while a lesson is watched: one progress document per lesson, and one document per day of activity.
// Rule: watched intervals only grow; the newest position of any device wins.

export interface WatchedPiece {
  videoId: string;
  courseId: string | null;
  /** Newly watched intervals of media time (ms). */
  watched: readonly Interval[];
  /** Current position of the player (ms). */
  position: number;
  /** Length of the media (ms). */
  duration: number;
}

/** Clamps to integer ms within the media: players report fractions, and positions slightly past the end. */
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
    // Make the new timestamp later than the stored one, even if the device's clock was set back: the position with the later one wins.
    position_at: Math.max(now, (before?.position_at ?? -1) + 1),
    duration,
    completed: (before?.completed ?? false) || isWatchedThrough(intervals, duration),
    first_watched: before ? Math.min(before.first_watched, now) : now,
  };
}

const countedDays = new Set<string>();

/** Records today as a day of activity, once per account and day. */
async function countDay(account: string, now: number): Promise<void> {
  const date = localDate(now);
  if (countedDays.has(`${account} ${date}`)) return;
  await (await openOutbox(account)).write('day', date, (before) => before?.data ?? {});
  countedDays.add(`${account} ${date}`);
}

/** Stores newly watched intervals and the position; if there are new intervals, also records today as a day of activity. */
export async function saveWatched(account: string, piece: WatchedPiece): Promise<void> {
  const now = Date.now();
  await writeJournal('progress', piece.videoId, (before) => progressAfter(before?.data, piece, now));
  if (piece.watched.length > 0) await countDay(account, now);
}
