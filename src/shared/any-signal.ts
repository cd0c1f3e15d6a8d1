/** Returns a signal that aborts as soon as one of `signals` aborts. `AbortSignal.any` is missing in browsers before 2024. */
export function anySignal(...signals: readonly AbortSignal[]): AbortSignal {
  const first = new AbortController();
  const abort = () => first.abort();
  for (const signal of signals) {
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  }
  return first.signal;
}
