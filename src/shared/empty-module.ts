/** Replaces packages that a dependency imports but the product never runs (see vite.config.ts). */
export const empty = undefined;
