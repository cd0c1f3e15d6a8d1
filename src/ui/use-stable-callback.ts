import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function whose identity never changes and that calls the newest `callback`: for event handlers of memoized rows. */
export function useStableCallback<A extends unknown[]>(callback: (...args: A) => void): (...args: A) => void {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args) => latest.current(...args), []);
}
