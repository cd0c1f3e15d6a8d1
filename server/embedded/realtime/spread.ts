// How long the listeners of a shared scope spread their pulls after a poke. The database only knows how many accounts there are (sync.spread_ms);
// this server knows who listens, so a school of 10,000 accounts with 200 open screens need not wait for 50 s.

/** Up to this number of listeners pull at once. */
const AT_ONCE = 250;
/** Per listener above it (ms), and the longest time (ms). Twins: sync.spread_ms. */
const PER_LISTENER_MS = 5;
const LONGEST_MS = 60_000;

interface Notice {
  topic: string;
  payload: Record<string, unknown>;
}

/** @returns the payload with the spread for the number of listeners; unchanged where there is nothing to spread */
export function spreadOverListeners({ topic, payload }: Notice, listeners: number): Record<string, unknown> {
  if (typeof payload.spread_ms !== 'number' || /^scope:(account|journal):/.test(topic)) return payload;
  const spread = listeners <= AT_ONCE ? 0 : Math.min(LONGEST_MS, listeners * PER_LISTENER_MS);
  return { ...payload, spread_ms: spread };
}
