/**
 * Brings the code of the viewer, of its worker and of its GLB reader, so that the service worker keeps them for later.
 * Rule: the viewer is the only way in. A second one would move three into a chunk of its own, under another name than the worker keeps.
 */
export const keepModelViewer = (): Promise<unknown> => import('./model-viewer').then(({ keepCode }) => keepCode());
