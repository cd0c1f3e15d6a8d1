import { create } from 'zustand';

// Bytes that left this page, more often than they are stored, and how long the rest takes.

interface Live {
  sent: number;
  /** Seconds that are left; null: not known yet. */
  left: number | null;
}

interface Mark {
  at: number;
  sent: number;
}

/** The speed is that of the last seconds (ms), so that a change of network shows. */
const WINDOW_MS = 8_000;

const marks = new Map<string, Mark[]>();

export const useLiveUploads = create<{ byId: Record<string, Live> }>(() => ({ byId: {} }));

/** Seconds until the rest is sent at the speed of the marks. */
export function secondsLeft(history: readonly Mark[], size: number): number | null {
  const [first, last] = [history[0], history.at(-1)];
  if (!first || !last || last.at - first.at < 1_000 || last.sent <= first.sent) return null;
  const perMs = (last.sent - first.sent) / (last.at - first.at);
  return Math.max(0, Math.round((size - last.sent) / perMs / 1_000));
}

export function reportSent(id: string, sent: number, size: number): void {
  const at = Date.now();
  const history = marks.get(id) ?? [];
  // Four times a second is enough for an eye.
  if (at - (history.at(-1)?.at ?? 0) < 250 && sent < size) return;
  const recent = [...history, { at, sent }].filter((mark) => at - mark.at <= WINDOW_MS);
  marks.set(id, recent);
  const left = secondsLeft(recent, size);
  useLiveUploads.setState(({ byId }) => ({ byId: { ...byId, [id]: { sent, left } } }));
}
