// Sets the time over which the listeners of a shared scope spread their pulls after a poke. The database knows only the number of accounts
// (sync.spread_ms). This server counts the listeners, so 200 open screens of a school with 10,000 accounts need not wait for 50 s.

/** Up to this number of listeners, all pull at once. */
const AT_ONCE = 250;
/** Spread per listener (ms) when there are more than AT_ONCE listeners. Twin: sync.spread_ms. */
const PER_LISTENER_MS = 5;
/** Longest spread (ms). Twin: sync.spread_ms. */
const LONGEST_MS = 60_000;

interface Notice {
  topic: string;
  payload: Record<string, unknown>;
}

/** @returns the payload with `spread_ms` for this number of listeners; unchanged for personal scopes and payloads without `spread_ms` */
export function spreadOverListeners({ topic, payload }: Notice, listeners: number): Record<string, unknown> {
  if (typeof payload.spread_ms !== 'number' || /^scope:(account|journal):/.test(topic)) return payload;
  const spread = listeners <= AT_ONCE ? 0 : Math.min(LONGEST_MS, listeners * PER_LISTENER_MS);
  return { ...payload, spread_ms: spread };
}
