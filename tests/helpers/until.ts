/** Polls until an expectation holds; on a timeout reports what failed. */
import { vi } from 'vitest';

export const until = <T>(look: () => Promise<T> | T): Promise<T> => vi.waitFor(look, { timeout: 60_000, interval: 5 });
