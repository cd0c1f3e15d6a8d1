/** Picks the word form for a count: `byCount(1, 'Остава', 'Остават')`. In Bulgarian only 1 is singular; 21 and 101 are plural. */
export const byCount = (count: number, one: string, other: string): string => (count === 1 ? one : other);
