import { STORAGE_KEYS } from '@/config/storage-keys';
import type { Mark } from '@/domain/attempt-time';
import { readStored, writeStored } from '@/lib/local-storage';

/** Where an attempt stands on this device. The answers are in the journal, not here; without the marks the journal's last write serves as one. */
export interface Place {
  /** The question on screen; empty when none is remembered. */
  question: string;
  /** Until when this is true, ms since the epoch: a killed browser loses its last seconds of localStorage, the journal does not. */
  at: number;
  /** The clock was running when this was written: still true at the next opening means that the process was killed. */
  running: boolean;
  /** The time spent, by this device's clock and by the server's. */
  device: Mark | null;
  server: Mark | null;
  /** Choices that the journal did not take, by question: a disk that was full lets a browser write again only after the page was left. */
  unsaved: Choices;
}

export type Choices = Readonly<Record<string, readonly string[]>>;

/** Attempts whose places are remembered; the oldest are forgotten. */
const MOST = 20;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readAll(): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readStored(STORAGE_KEYS.testPlaces) ?? '{}');
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function markOf(value: unknown): Mark | null {
  const { spent, at } = isRecord(value) ? value : {};
  return typeof spent === 'number' && typeof at === 'number' ? { spent, at } : null;
}

const isOptions = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((option) => typeof option === 'string');

const choicesOf = (value: unknown): Choices =>
  Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).filter((choice): choice is [string, string[]] => isOptions(choice[1])),
  );

export function placeOf(attemptId: string): Place {
  const kept = readAll()[attemptId];
  const { question, at, running, device, server, unsaved } = isRecord(kept) ? kept : {};
  return {
    question: typeof question === 'string' ? question : '',
    at: typeof at === 'number' ? at : 0,
    running: running === true,
    device: markOf(device),
    server: markOf(server),
    unsaved: choicesOf(unsaved),
  };
}

/** @returns whether it is kept. */
export function keepPlace(attemptId: string, change: Partial<Place>): boolean {
  const place = { ...placeOf(attemptId), ...change };
  const others = Object.entries(readAll()).filter(([id]) => id !== attemptId);
  return writeStored(
    STORAGE_KEYS.testPlaces,
    JSON.stringify(Object.fromEntries([...others, [attemptId, place]].slice(-MOST))),
  );
}
