import { type ComponentType, createElement, useState } from 'react';
import { lazyWithRetry } from './lazy-with-retry';

interface Preloadable<P extends object, M> {
  Part: ComponentType<P>;
  /** Loads the code before the part renders. Rejects if the code does not load; the part loads the code again when it renders. */
  preload: () => Promise<M>;
}

/**
 * A lazily loaded part like `lazyWithRetry`. If its code has already loaded, the part renders at once, without the placeholder.
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
  // The name is lowercase, so that the React Compiler skips this function: the compiler may move the inner function out of the scope of `loaded`.
  const part = (props: P) => {
    // Keep the component of the first render: replacing the lazy one with the loaded one would remount the part.
    const [Shown] = useState(() => loaded ?? Lazy);
    return createElement(Shown, props);
  };
  return { Part: part, preload };
}
