/**
 * What a REST query may ask of the database before it is handed on. The embedded database has one session and cannot be interrupted:
 * Rule: nobody can write a query that keeps everybody waiting: rows within rows grow as a power of their depth, a regular expression without a bound.
 */

/** Rows within rows within rows: a course, its lessons, their files. The product itself asks for one level. */
const MOST_EMBEDDED = 2;
const MOST_EMBEDS = 12;
/** Conditions within conditions. */
const MOST_NESTED = 10;

const isLogic = (name: string) => /(^|\.)(and|or)$/.test(name);

function levelsOf(text: string): { deepest: number; number: number } {
  let depth = 0;
  let deepest = 0;
  let number = 0;
  for (const sign of text) {
    if (sign === '(') {
      depth += 1;
      number += 1;
      deepest = Math.max(deepest, depth);
    } else if (sign === ')') depth -= 1;
  }
  return { deepest, number };
}

/** Why the query is not answered, in words for whoever wrote it; undefined when it is. */
export function refusalOfQuery(query: URLSearchParams): string | undefined {
  for (const [name, value] of query) {
    const { deepest, number } = levelsOf(value);
    if (name === 'select' && (deepest > MOST_EMBEDDED || number > MOST_EMBEDS))
      return `select may embed at most ${MOST_EMBEDDED} levels and ${MOST_EMBEDS} resources`;
    if (isLogic(name) && deepest > MOST_NESTED) return `Conditions may be nested at most ${MOST_NESTED} levels`;
    // In a tree of conditions the operator stands behind the column's name.
    const matches = isLogic(name)
      ? /\.i?match(\((any|all)\))?\./i.test(value)
      : /^(not\.)*i?match(\((any|all)\))?\./i.test(value);
    if (matches) return 'The operators match and imatch are not offered: use like or ilike';
  }
  return undefined;
}
