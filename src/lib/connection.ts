/** The kind of connection, where the browser reports it: Chromium on Android does; others are never metered here. */
interface Connection extends EventTarget {
  readonly type?: string;
}

const connection = () => (navigator as { connection?: Connection }).connection;

/** Whether this browser distinguishes Wi-Fi from mobile data. */
export const knowsConnection = (): boolean => connection()?.type !== undefined;

export const isMobileData = (): boolean => connection()?.type === 'cellular';

/** Calls back when the kind may have changed. @returns a function that stops it */
export function watchConnection(listener: () => void): () => void {
  const watched = connection();
  watched?.addEventListener('change', listener);
  return () => watched?.removeEventListener('change', listener);
}
