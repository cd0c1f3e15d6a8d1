/**
 * Back closes the layer on top (drawer, panel, dialog) instead of leaving the page. An open layer has a copy of the page's entry in the history.
 * A layer that closes in another way leaves its copy behind, because removing it could undo a navigation that has just begun; the next layer uses
 * the copy again, and Back skips it.
 * Rule: the router never hears of a step between a page and its copy, which has the page's URL and state.
 */
interface Layer {
  id: string;
  /** Returns false if the layer stays open. */
  close: () => boolean;
}

const layers: Layer[] = [];

const stateHere = (): { layer?: string; idx?: number } => Object(history.state);
/** The last known entry of this page in the history; `idx` is the router's number of the page. */
let here = stateHere();

function enter(layer: string): void {
  const { layer: before } = stateHere();
  const isLeftBehind = before !== undefined && !layers.some(({ id }) => id === before);
  history[isLeftBehind ? 'replaceState' : 'pushState']({ ...history.state, layer }, '');
  here = stateHere();
}

function onPop(event: PopStateEvent): void {
  const left = here;
  here = stateHere();
  if (left.layer === undefined || here.layer !== undefined || here.idx !== left.idx) return;
  event.stopImmediatePropagation();
  const top = layers.at(-1);
  if (top?.id !== left.layer) history.back();
  else if (!top.close()) enter(top.id);
}

// The capture phase comes before the router's listener.
window.addEventListener('popstate', onPop, true);

/** Call this when a layer opens. @returns call it when the layer has closed */
export function openLayer(close: Layer['close']): () => void {
  const layer = { id: crypto.randomUUID(), close };
  enter(layer.id);
  layers.push(layer);
  return () => void layers.splice(layers.indexOf(layer), 1);
}
