/**
 * Remembers whether the latest answer came from a captive portal: a page of HTML where the server never sends one.
 * Screens then say so, because only the person can sign in to that network.
 */
let isPortal = false;
const listeners = new Set<() => void>();

export const captivePortal = {
  get: () => isPortal,
  set(value: boolean): void {
    if (value === isPortal) return;
    isPortal = value;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
