import type { Mark } from '@/shared/attempt-time';
import { readStored, writeStored } from '@/shared/local-storage';
import { STORAGE_KEYS } from '@/shared/names';

/**
 * Local state of an open attempt. The answers of the attempt are in the journal.
 * If `device` and `server` are both null, use the time of the last write to the journal.
 */
export interface AttemptMemory {
  /** Id of the current question; empty when none is remembered. */
  question: string;
  /**
   * When `question` was stored (Unix time, ms). The journal may be newer, because a killed browser loses the last seconds of localStorage,
   * but not of the journal.
   */
  at: number;
  /** True while the clock runs. If still true when the attempt is next opened, the browser process was killed. */
  running: boolean;
  /** The time spent, and when it was measured by the device's clock. */
  device: Mark | null;
  /** The time spent, and when it was measured by the server's clock. */
  server: Mark | null;
  /** Choices that the journal could not store, by question. Once the disk was full, browsers write to IndexedDB only after a reload. */
  unsaved: Choices;
}

export type Choices = Readonly<Record<string, readonly string[]>>;

/** Largest number of remembered attempts; the oldest are dropped. */
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

export function readMemory(attemptId: string): AttemptMemory {
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

/** @returns whether the change could be stored. */
export function remember(attemptId: string, change: Partial<AttemptMemory>): boolean {
  const place = { ...readMemory(attemptId), ...change };
  const others = Object.entries(readAll()).filter(([id]) => id !== attemptId);
  return writeStored(
    STORAGE_KEYS.testPlaces,
    JSON.stringify(Object.fromEntries([...others, [attemptId, place]].slice(-MOST))),
  );
}
