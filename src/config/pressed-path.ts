/**
 * The URL of a new window that opens the path of a pressed notification. The URL leads through /check, which knows the plan: a free account
 * then gets the screen of its plan instead of the paywall. This file imports nothing, because the service worker and the server load it.
 */
export const pressedHref = (path: string): string => (path === '/' ? path : `/check?to=${encodeURIComponent(path)}`);
