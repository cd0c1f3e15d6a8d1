/** Recognises the errors of a browser's storage. No other file looks for them. */

interface Named {
  name?: unknown;
  message?: unknown;
  /** The cause of one of Dexie's errors. */
  inner?: unknown;
}

/** An error and its causes. Dexie's error says only that a transaction was aborted; its `inner` error says why. */
const causesOf = (error: unknown): Named[] =>
  typeof error === 'object' && error !== null ? [error, ...causesOf((error as Named).inner)] : [];

/** The names of an error and of its causes. */
export const errorNames = (error: unknown): string[] => causesOf(error).map(({ name }) => String(name));

/** True if the browser has no storage left for this origin. */
export const isQuotaError = (error: unknown): boolean => errorNames(error).includes('QuotaExceededError');

/** True if IndexedDB stores no Blobs, as in private windows. WebKit reports this as `UnknownError`, so its message is tested. */
export const isBlobError = (error: unknown): boolean =>
  causesOf(error).some(({ name, message }) => name === 'DataCloneError' || /\bBlob\b/.test(String(message)));
