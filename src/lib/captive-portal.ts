/**
 * True if the latest response came from a captive portal: the response was an HTML page, but the requested URL never returns HTML.
 * Screens then show a notice, because only the user can sign in to the portal's network.
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
