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
const sizes = new Map<string, number>();

export const useLiveUploads = create<{ byId: Record<string, Live> }>(() => ({ byId: {} }));

/** Seconds until the rest is sent at the speed of the marks. */
export function secondsLeft(history: readonly Mark[], size: number): number | null {
  const [first, last] = [history[0], history.at(-1)];
  if (!first || !last || last.at - first.at < 1_000 || last.sent <= first.sent) return null;
  const perMs = (last.sent - first.sent) / (last.at - first.at);
  return Math.max(0, Math.round((size - last.sent) / perMs / 1_000));
}

export const setUploadSize = (id: string, size: number) => void sizes.set(id, size);

export function reportSent(id: string, sent: number): void {
  const at = Date.now();
  const history = [...(marks.get(id) ?? []), { at, sent }].filter((mark) => at - mark.at <= WINDOW_MS);
  marks.set(id, history);
  const before = useLiveUploads.getState().byId[id];
  // Four times a second is enough for an eye.
  if (before && history.length > 1 && at - (history.at(-2)?.at ?? 0) < 250 && sent < (sizes.get(id) ?? 0))
    history.pop();
  const left = secondsLeft(history, sizes.get(id) ?? sent);
  useLiveUploads.setState(({ byId }) => ({ byId: { ...byId, [id]: { sent, left } } }));
}
