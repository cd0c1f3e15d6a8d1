import { useSyncExternalStore } from 'react';

/**
 * Whether the window matches `query`, live. For parts that a narrow screen should not build at all; styling needs only
 * CSS.
 */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (tell) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', tell);
      return () => list.removeEventListener('change', tell);
    },
    () => window.matchMedia(query).matches,
  );
}
