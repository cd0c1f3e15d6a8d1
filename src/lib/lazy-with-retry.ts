import { type ComponentType, lazy } from 'react';

/** Pause (ms) before code that did not load is requested again. */
const AGAIN_MS = 5_000;

const untilHere = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch((error: unknown) => {
    console.warn(error);
    return new Promise((again) => setTimeout(again, AGAIN_MS)).then(() => untilHere(load));
  });

/**
 * A lazily loaded part of a screen; its Suspense boundary shows the placeholder.
 * Rule: code that does not load (no network before the worker has cached everything, or a version that the server no
 * longer has) affects only this part; an open lesson or quiz stays on screen.
 */
export const lazyWithRetry = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(() => untilHere(load).then((part) => ({ default: part })));
