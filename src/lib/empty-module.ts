/** Stands in for packages that a dependency imports and that the product never runs (see vite.config.ts). */
export const empty = undefined;
