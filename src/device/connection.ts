/** The type of the network connection. Chromium on Android reports it; in other browsers this file treats every connection as unmetered. */
interface Connection extends EventTarget {
  readonly type?: string;
}

const connection = () => (navigator as { connection?: Connection }).connection;

/** Whether this browser distinguishes Wi-Fi from mobile data. */
export const knowsConnection = (): boolean => connection()?.type !== undefined;

export const isMobileData = (): boolean => connection()?.type === 'cellular';

/** Calls `listener` when the connection type may have changed. @returns a function that stops watching */
export function watchConnection(listener: () => void): () => void {
  const watched = connection();
  watched?.addEventListener('change', listener);
  return () => watched?.removeEventListener('change', listener);
}
