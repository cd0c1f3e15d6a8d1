/** Waits for what a test expects, looking often; says what was wrong when it never comes. */
import { vi } from 'vitest';

export const until = <T>(look: () => Promise<T> | T): Promise<T> => vi.waitFor(look, { timeout: 60_000, interval: 5 });
