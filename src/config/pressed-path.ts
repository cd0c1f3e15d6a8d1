/**
 * The URL of a new window that opens the path of a pressed notification: /check knows the plan, so a free account gets its own part of the page
 * instead of the paywall. The service worker and the server load this file, which is why it imports nothing.
 */
export const pressedHref = (path: string): string => (path === '/' ? path : `/check?to=${encodeURIComponent(path)}`);
