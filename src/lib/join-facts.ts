/** Joins facts with a middle dot and skips empty ones. The no-break space keeps the dot at the end of a line, never at the start of the next one. */
export const joinFacts = (facts: readonly unknown[]) => facts.filter(Boolean).join('\u00a0· ');
