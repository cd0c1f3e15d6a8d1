import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False in a prerendered page and while it is hydrated, then true: for what the build does not know, like the device. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
