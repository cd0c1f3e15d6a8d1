import { type ComponentType, createElement, useState } from 'react';
import { lazyWithRetry } from './lazy-with-retry';

interface Preloadable<P extends object> {
  Part: ComponentType<P>;
  /** Loads the code ahead; never fails. */
  preload: () => Promise<void>;
}

/** A lazily loaded part like `lazyWithRetry`. Once its code is there, it renders at once, without the placeholder. */
export function preloadable<P extends object>(load: () => Promise<ComponentType<P>>): Preloadable<P> {
  let loaded: ComponentType<P> | undefined;
  const code = async () => {
    loaded = await load();
    return loaded;
  };
  const Lazy: ComponentType<P> = lazyWithRetry(code);
  function Part(props: P) {
    // Keep the component of the first render: replacing the lazy one with the loaded one would remount the part.
    const [Shown] = useState(() => loaded ?? Lazy);
    return createElement(Shown, props);
  }
  return {
    Part,
    preload: () =>
      code().then(
        () => undefined,
        () => undefined,
      ),
  };
}
