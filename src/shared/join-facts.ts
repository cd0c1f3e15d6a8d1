/** Joins the facts that are not empty with a middle dot. The no-break space keeps the dot at the end of a line, never at the start of the next. */
export const joinFacts = (facts: readonly (string | false | null | undefined)[]) =>
  facts.filter(Boolean).join('\u00a0· ');
