import { createStore } from 'zustand/vanilla';

/**
 * True if the latest response came from a captive portal: the response was an HTML page, but the requested URL never returns HTML.
 * Screens then show a notice, because only the user can sign in to the portal's network.
 */
export const captivePortal = createStore<boolean>(() => false);
