/**
 * Reports that the realtime connection came back after a break: the server may have been away for a deploy.
 * Only the tab that runs the engine has the connection.
 */
const returns = new EventTarget();

export const reportServerReturn = (): void => void returns.dispatchEvent(new Event('return'));

/** @returns the end of the subscription */
export function onServerReturn(listener: () => void): () => void {
  returns.addEventListener('return', listener);
  return () => returns.removeEventListener('return', listener);
}
