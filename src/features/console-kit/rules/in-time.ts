/** Longest wait (ms) for the code that a clicked button needs. After this time, the screen reports that the code does not load. */
export const CODE_LATE_MS = 8_000;

/** Rejects if code does not load within CODE_LATE_MS. Without a network, the request itself does not fail: the service worker keeps it waiting. */
export const inTime = <T>(loading: Promise<T>): Promise<T> =>
  Promise.race([
    loading,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('The code did not load')), CODE_LATE_MS)),
  ]);
