/**
 * Runs in the head of a prerendered document. It loads the app's scripts after the first paint, which on a slow network would wait for them otherwise.
 * Rule: this function uses nothing outside itself, because only its source is in the document.
 */
export function loadScripts(entry: string, modules: readonly string[]) {
  const load = () => {
    for (const href of modules)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: entry }));
  };
  // A page in the background is not painted until somebody opens it.
  addEventListener(
    'DOMContentLoaded',
    () => (document.hidden ? load() : requestAnimationFrame(() => setTimeout(load))),
    { once: true },
  );
}
