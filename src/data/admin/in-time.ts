/** Longest wait (ms) for the code that a clicked button needs. After this time, the screen reports that the code does not load. */
export const CODE_LATE_MS = 8_000;

/** Rejects if code does not load in time. Without a network, the service worker keeps the request waiting instead of failing it. */
export const inTime = <T>(loading: Promise<T>): Promise<T> =>
  Promise.race([
    loading,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('The code did not load')), CODE_LATE_MS)),
  ]);
