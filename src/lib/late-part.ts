import { type ComponentType, lazy } from 'react';

/** How long code that did not come is waited for until it is asked for again, ms. */
const AGAIN_MS = 5_000;

const untilHere = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch((error: unknown) => {
    console.warn(error);
    return new Promise((again) => setTimeout(again, AGAIN_MS)).then(() => untilHere(load));
  });

/**
 * A part of a screen whose code comes when it is drawn; until then the Suspense around it says what stands there.
 * Rule: code that does not come (no network before the worker holds everything, a version that is served no more) costs this part alone, until it
 * comes: an open lesson or test stays.
 */
export const latePart = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(() => untilHere(load).then((part) => ({ default: part })));
