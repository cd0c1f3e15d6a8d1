import { type ComponentType, createElement, useState } from 'react';
import { lazyWithRetry } from './lazy-with-retry';

interface Preloadable<P extends object, M> {
  Part: ComponentType<P>;
  /** Loads the code ahead. Rejects if it does not load; the part itself tries again. */
  preload: () => Promise<M>;
}

/**
 * A lazily loaded part like `lazyWithRetry`. Once its code is there, it renders at once, without the placeholder.
 * @param partOf returns the part from its loaded module
 */
export function preloadable<P extends object, M>(
  load: () => Promise<M>,
  partOf: (module: M) => ComponentType<P>,
): Preloadable<P, M> {
  let loaded: ComponentType<P> | undefined;
  const preload = async () => {
    const module = await load();
    loaded = partOf(module);
    return module;
  };
  const Lazy: ComponentType<P> = lazyWithRetry(() => preload().then(partOf));
  // Lowercase, so that the React Compiler skips it: it may move the function below out of the scope of `loaded`.
  const part = (props: P) => {
    // Keep the component of the first render: replacing the lazy one with the loaded one would remount the part.
    const [Shown] = useState(() => loaded ?? Lazy);
    return createElement(Shown, props);
  };
  return { Part: part, preload };
}
