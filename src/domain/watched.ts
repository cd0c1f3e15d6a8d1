/**
 * What was really watched, from the player's events: a pure state machine over positions and a clock that only runs forward.
 * Guarantees: only stretches that were played count, at any speed; a seek adds nothing, also when its event comes late.
 * Rule: a step counts only if the position moved no further than the playback rate allows in the time that passed.
 */
import { COMPLETED_SHARE } from '@/config/limits';
import { joinIntervals, watchedMs } from './intervals';
import type { Interval } from './journal';

export interface PlayerEvent {
  type: 'play' | 'time' | 'rate' | 'seeking' | 'seeked' | 'pause' | 'ended';
  /** Media time, ms, may have a fraction. */
  position: number;
  /** Ms of a monotonic clock, read together with the position. */
  at: number;
  /** Playback rate from this event on. */
  rate: number;
}

export interface Watching {
  /** Played stretches that nobody has taken yet. */
  readonly watched: readonly Interval[];
  /** The stretch that is being played. */
  readonly open: { readonly from: number; readonly to: number } | null;
  readonly playing: boolean;
  readonly seeking: boolean;
  readonly at: number;
  readonly rate: number;
}

export const notWatching: Watching = { watched: [], open: null, playing: false, seeking: false, at: 0, rate: 1 };

/** How much faster than its clock a player may seem to run: a share, and ms for reading position and clock one after the other. */
const DRIFT = 0.1;
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

/** Moves the open stretch to where the player is, or starts another where it jumped. */
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

/** What was watched since the last taking, and the state that goes on from there. */
export function takeWatched(state: Watching): { watched: Interval[]; state: Watching } {
  const closed = close(state);
  return {
    watched: [...closed.watched],
    state: { ...closed, watched: [], open: state.open && { from: state.open.to, to: state.open.to } },
  };
}

/** `duration` in ms; an unknown length is never completed. */
export const isWatchedThrough = (intervals: readonly Interval[], duration: number): boolean =>
  duration > 0 && watchedMs(intervals) >= duration * COMPLETED_SHARE;

/** From the last seconds of a lesson one starts over, ms. */
const END_MS = 5_000;

/** Where to go on, ms: where the learner stopped, from the start after the end. */
export const resumePosition = (position: number, duration: number): number =>
  duration > 0 && position > duration - END_MS ? 0 : Math.max(0, position);
