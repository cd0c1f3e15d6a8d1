import { create } from 'zustand';

// Live progress and remaining time of the uploads, updated more often than their rows.

interface Live {
  sent: number;
  /** Remaining time (s); null while unknown. */
  left: number | null;
}

interface Mark {
  at: number;
  sent: number;
}

/** Period (ms) over which the speed is averaged: short, so that the remaining time adapts quickly when the network changes. */
const WINDOW_MS = 8_000;

const marks = new Map<string, Mark[]>();

/** `prepared`: by upload, how much of the file (0–1) is already copied or rewritten; sending begins after that. */
export const useLiveUploads = create<{ byId: Record<string, Live>; prepared: Record<string, number> }>(() => ({
  byId: {},
  prepared: {},
}));

/** Reports a share of the preparation, in whole per cent. */
export function reportPrepared(id: string, share: number): void {
  const rounded = Math.floor(share * 100) / 100;
  useLiveUploads.setState((state) =>
    state.prepared[id] === rounded ? state : { prepared: { ...state.prepared, [id]: rounded } },
  );
}

/** Remaining time (s) at the measured speed. */
export function secondsLeft(history: readonly Mark[], size: number): number | null {
  const [first, last] = [history[0], history.at(-1)];
  if (!first || !last || last.at - first.at < 1_000 || last.sent <= first.sent) return null;
  const perMs = (last.sent - first.sent) / (last.at - first.at);
  return Math.max(0, Math.round((size - last.sent) / perMs / 1_000));
}

export function reportSent(id: string, sent: number, size: number): void {
  const at = performance.now();
  const history = marks.get(id) ?? [];
  // Update at most four times a second, and always when the whole file is sent.
  if (at - (history.at(-1)?.at ?? Number.NEGATIVE_INFINITY) < 250 && sent < size) return;
  // A retry continues at the server's offset, which may be smaller, so discard the measured speed.
  const earlier = sent < (history.at(-1)?.sent ?? 0) ? [] : history;
  const recent = [...earlier, { at, sent }].filter((mark) => at - mark.at <= WINDOW_MS);
  marks.set(id, recent);
  const left = secondsLeft(recent, size);
  useLiveUploads.setState(({ byId }) => ({ byId: { ...byId, [id]: { sent, left } } }));
}
