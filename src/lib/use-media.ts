import { useSyncExternalStore } from 'react';

/** Whether the window answers `query` now, live. For what a narrow screen should not even build; for looks, CSS is enough. */
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
