/**
 * Reports that the realtime connection came back after an interruption: the server may have been down for a deploy.
 * Only the tab that runs the engine has this connection.
 */
const returns = new EventTarget();

export const reportServerReturn = (): void => void returns.dispatchEvent(new Event('return'));

/** @returns a function that removes the listener */
export function onServerReturn(listener: () => void): () => void {
  returns.addEventListener('return', listener);
  return () => returns.removeEventListener('return', listener);
}
