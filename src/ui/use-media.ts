import { useSyncExternalStore } from 'react';

/**
 * Whether the window matches the media query, updated live. Use it for parts that a narrow screen should not render at all; styling needs
 * only CSS.
 */
export function useMedia(query: string, prerendered = false): boolean {
  return useSyncExternalStore(
    (tell) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', tell);
      return () => list.removeEventListener('change', tell);
    },
    () => window.matchMedia(query).matches,
    () => prerendered,
  );
}
