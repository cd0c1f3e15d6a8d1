/**
 * Merges an edited row with the currently stored one, field by field.
 * Guarantees: a field that only one side changed takes that side's value. A field that both sides changed to different values is reported as a
 * conflict.
 */

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

export interface Merge<F> {
  /** The merged row; a conflicting field keeps the value of `mine`. */
  fields: F;
  conflicts: (keyof F & string)[];
  /** Fields taken from `theirs`, because only the other side changed them. */
  taken: (keyof F & string)[];
}

export function mergeFields<F extends object>(base: F, mine: F, theirs: F): Merge<F> {
  const merge: Merge<F> = { fields: { ...mine }, conflicts: [], taken: [] };
  for (const name of Object.keys(mine) as (keyof F & string)[]) {
    const theyChanged = !same(base[name], theirs[name]);
    if (!theyChanged || same(mine[name], theirs[name])) continue;
    if (same(base[name], mine[name])) {
      merge.fields[name] = theirs[name];
      merge.taken.push(name);
    } else merge.conflicts.push(name);
  }
  return merge;
}

/** The fields of `mine` that differ from the stored row, as the content of a patch. */
export function changedFields<F extends object>(base: F, mine: F): Partial<F> {
  const names = (Object.keys(mine) as (keyof F & string)[]).filter((name) => !same(base[name], mine[name]));
  return Object.fromEntries(names.map((name) => [name, mine[name]])) as Partial<F>;
}
