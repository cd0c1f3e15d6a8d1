import { type ComponentType, createElement, lazy, useState } from 'react';
import { CODE_AGAIN_MS } from '@/shared/app-limits';

const untilHere = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch((error: unknown) => {
    console.warn(error);
    return new Promise((again) => setTimeout(again, CODE_AGAIN_MS)).then(() => untilHere(load));
  });

type LazyPart<P> = ComponentType<P> & {
  /** Loads the code before the part renders. Rejects if the code does not load; the part loads it again when it renders. */
  preload: () => Promise<unknown>;
};

/**
 * A lazily loaded part of a screen; its Suspense boundary shows the placeholder, unless the code has loaded already.
 * Rule: code that does not load (no network before the worker has cached everything, or a version that the server no
 * longer has) affects only this part; an open lesson or quiz stays on screen.
 */
export function lazyWithRetry<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let loaded: ComponentType<P> | undefined;
  const preload = async () => {
    loaded = await load();
    return loaded;
  };
  const Lazy: ComponentType<P> = lazy(() => untilHere(preload).then((part) => ({ default: part })));
  // The name is lowercase, so that the React Compiler skips this function: the compiler may move it out of the scope of `loaded`.
  const part = (props: P) => {
    // Keep the component of the first render: replacing the lazy one with the loaded one would remount the part.
    const [Shown] = useState(() => loaded ?? Lazy);
    return createElement(Shown, props);
  };
  return Object.assign(part, { preload });
}
