/**
 * Limits REST queries before they reach the database. The embedded database has one session and cannot interrupt a query.
 * Rule: no query may block everybody else. Embedding is limited, because each level multiplies the rows. Regular expressions are rejected, because
 * nothing limits their time.
 */

/** Maximum depth of embedded resources: a course, its lessons, their files. The product itself uses one level. */
const MOST_EMBEDDED = 2;
const MOST_EMBEDS = 12;
/** Maximum depth of nested conditions. */
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

const isOrder = (name: string) => /(^|\.)order$/.test(name);
/** A column, a column of an embedded resource or a member of a JSON column, with its direction. */
const sorted = /^(\w+|\w+\(\w+\))(->>?\w+)*(\.(asc|desc))?(\.nulls(first|last))?$/;
/** Names that every JavaScript object has, which lite looks up as if they were columns. */
const isBuiltIn = (term: string) => (term.match(/\w+/g) ?? []).some((name) => name in {});
const isSortable = (term: string) => sorted.test(term) && !isBuiltIn(term);

const isColumns = (name: string) => name === 'columns' || name === 'on_conflict';
/** A column's name, which supabase-js puts into quotes in `columns`. */
const column = /^(\w+|"\w+")$/;
const isColumn = (term: string) => column.test(term) && !isBuiltIn(term);

/** @returns why the query is rejected, as a message for its author; undefined if it is allowed */
export function rejectionOfQuery(query: URLSearchParams): string | undefined {
  for (const [name, value] of query) {
    // PostgreSQL cannot store it, and in the text of a statement it would cut the statement off.
    if (name.includes('\0') || value.includes('\0')) return 'A query must not contain the character NUL';
    if (isOrder(name) && !value.split(',').every(isSortable)) return 'order must name columns, for example title.desc';
    if (isColumns(name) && !value.split(',').every(isColumn))
      return `${name} must name columns, for example title,slug`;
    const { deepest, number } = levelsOf(value);
    if (name === 'select' && (deepest > MOST_EMBEDDED || number > MOST_EMBEDS))
      return `select may embed at most ${MOST_EMBEDDED} levels and ${MOST_EMBEDS} resources`;
    if (isLogic(name) && deepest > MOST_NESTED) return `Conditions may be nested at most ${MOST_NESTED} levels`;
    // In a logic tree (and, or), the operator follows the column name.
    const matches = isLogic(name)
      ? /\.i?match(\((any|all)\))?\./i.test(value)
      : /^(not\.)*i?match(\((any|all)\))?\./i.test(value);
    if (matches) return 'The operators match and imatch are not offered: use like or ilike';
  }
  return undefined;
}
