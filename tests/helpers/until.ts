/** Repeats `look` until it throws no error; after the timeout, the last error is thrown. */
import { vi } from 'vitest';

export const until = <T>(look: () => Promise<T> | T): Promise<T> => vi.waitFor(look, { timeout: 60_000, interval: 5 });
