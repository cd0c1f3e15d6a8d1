/**
 * Loads the code of the viewer, its worker and its GLB reader, so that the service worker caches it for offline use.
 * Rule: always import it through the viewer. Another import path would move three into a chunk with another name than the cached one.
 */
export const cacheModelViewer = (): Promise<unknown> => import('./model-viewer').then(({ cacheCode }) => cacheCode());
