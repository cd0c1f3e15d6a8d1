/**
 * Determines what was really watched from the player's events: a pure state machine over positions and a monotonic clock.
 * Guarantees: only played intervals count, at any speed; a seek adds nothing, even if its event arrives late.
 * Rule: a step counts only if the position moved no further than the playback rate allows in the elapsed time.
 */

import { joinIntervals, watchedMs } from '@/shared/intervals';
import type { Interval } from '@/shared/journal';
import { COMPLETED_SHARE } from '@/shared/limits';

export interface PlayerEvent {
  type: 'play' | 'time' | 'rate' | 'seeking' | 'seeked' | 'pause' | 'ended';
  /** Media time (ms), possibly fractional. */
  position: number;
  /** Monotonic clock (ms), read together with the position. */
  at: number;
  /** Playback rate after this event. */
  rate: number;
}

export interface Watching {
  /** Played intervals that `takeWatched` has not returned yet. */
  readonly watched: readonly Interval[];
  /** The interval that is being played. */
  readonly open: { readonly from: number; readonly to: number } | null;
  readonly playing: boolean;
  readonly seeking: boolean;
  readonly at: number;
  readonly rate: number;
}

export const notWatching: Watching = { watched: [], open: null, playing: false, seeking: false, at: 0, rate: 1 };

/** Tolerance, as a share of the elapsed time: the clocks of the media and of the page drift apart, so the position may move a little further. */
const DRIFT = 0.1;
/** Additional tolerance (ms), because the position and the clock are not read at the same instant. */
const JITTER_MS = 100;

function close(state: Watching): Watching {
  if (!state.open) return state;
  const stretch = [Math.round(state.open.from), Math.round(state.open.to)] as const;
  return {
    ...state,
    open: null,
    watched: stretch[1] > stretch[0] ? joinIntervals(state.watched, [stretch]) : state.watched,
  };
}

const openAt = (state: Watching, position: number): Watching =>
  state.playing && !state.seeking ? { ...state, open: { from: position, to: position } } : state;

/** Extends the current interval to the player's position, or starts a new one after a jump. */
function advance(state: Watching, event: PlayerEvent): Watching {
  if (!state.open) return openAt(state, event.position);
  const moved = event.position - state.open.to;
  const possible = (event.at - state.at) * state.rate * (1 + DRIFT) + JITTER_MS;
  if (moved >= 0 && moved <= possible) return { ...state, open: { from: state.open.from, to: event.position } };
  return openAt(close(state), event.position);
}

function step(state: Watching, event: PlayerEvent): Watching {
  switch (event.type) {
    case 'play':
      return openAt({ ...close(state), playing: true }, event.position);
    case 'time':
    case 'rate':
      return advance(state, event);
    case 'seeking':
      return { ...close(state), seeking: true };
    case 'seeked':
      return openAt({ ...close(state), seeking: false }, event.position);
    case 'pause':
    case 'ended':
      return { ...close(advance(state, event)), playing: false };
  }
}

export const watch = (state: Watching, event: PlayerEvent): Watching => ({
  ...step(state, event),
  at: event.at,
  rate: event.rate,
});

/** Returns the intervals watched since the last call, and the state to continue with. */
export function takeWatched(state: Watching): { watched: Interval[]; state: Watching } {
  const closed = close(state);
  return {
    watched: [...closed.watched],
    state: { ...closed, watched: [], open: state.open && { from: state.open.to, to: state.open.to } },
  };
}

/** `duration` in ms; a video of unknown length never counts as completed. */
export const isWatchedThrough = (intervals: readonly Interval[], duration: number): boolean =>
  duration > 0 && watchedMs(intervals) >= duration * COMPLETED_SHARE;

/** A lesson that was left within this time before its end (ms) restarts from the beginning. */
const END_MS = 5_000;

/** Position to resume at (ms); the start when the lesson had ended. */
export const resumePosition = (position: number, duration: number): number =>
  duration > 0 && position > duration - END_MS ? 0 : Math.max(0, position);
