/**
 * Loads the code of the viewer, its worker and its GLB reader, so that the service worker caches it for offline use.
 * Rule: import this code only through the viewer. Another import path would move three.js into a chunk whose name is not cached.
 */
export const cacheModelViewer = (): Promise<unknown> => import('./model-viewer').then(({ cacheCode }) => cacheCode());
