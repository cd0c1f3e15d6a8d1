import * as v from 'valibot';
import { newId } from '@/shared/new-id';
import { mergeFields } from '@/shared/three-way-merge';
import { readDraft } from './drafts';

// Computes the state of a form for one row, without React: when the form opens, and after another administrator saved the row.

/** The columns of a row that every form needs. */
export interface FormRow {
  id: string;
  row_version: number;
  deleted_at?: string | null;
}

/** A conflict: another administrator saved the row meanwhile and changed the same fields, or moved it to the trash. */
export interface Conflict<F> {
  theirs: F;
  version: number;
  /** The row is in the trash. */
  trashed: boolean;
  /** Names of fields, or `<field>/<id>` for an item of a list. */
  names: string[];
  /** Fields and items that only the other administrator changed; they are already merged. */
  taken: string[];
  choice: Record<string, 'mine' | 'theirs'>;
}

export interface RecordFormState<F> {
  fields: F;
  base: F;
  version: number | null;
  id: string;
  /** Unix time (ms) at which the restored draft was written; null if no draft was restored. */
  restored: number | null;
  conflict: Conflict<F> | null;
}

/**
 * Merges the input with the values that another administrator saved.
 * @returns `conflict`: null if no field was changed by both administrators and the row is not in the trash
 */
export function conflictOf<F extends object>(base: F, mine: F, theirs: F, version: number, trashed: boolean) {
  const { fields, conflicts, taken } = mergeFields(base, mine, theirs);
  const conflict: Conflict<F> | null =
    conflicts.length || trashed ? { theirs, version, trashed, names: conflicts, taken, choice: {} } : null;
  return { fields, conflict, taken };
}

/** The conflict of a row that was trashed without other changes: there are no values to choose between. */
export const trashedConflict = <F extends object>({ base, version }: RecordFormState<F>): Conflict<F> => ({
  theirs: base,
  version: version ?? 0,
  trashed: true,
  names: [],
  taken: [],
  choice: {},
});

/** The current stored row, which the server sends with a conflict; null if `details` is no row of the schema. */
export function storedRow<R>(schema: v.GenericSchema<unknown, R> | undefined, details: unknown): R | null {
  const parsed = schema && v.safeParse(schema, details);
  return parsed?.success ? parsed.output : null;
}

/** Initial state: the stored row, or the restored draft merged with changes saved since the draft was written. */
export function openedForm<F extends object, R extends FormRow>(
  form: string,
  row: R | null,
  fieldsOf: (row: R) => F,
  blank: F,
): RecordFormState<F> {
  const stored = row ? fieldsOf(row) : blank;
  const version = row?.row_version ?? null;
  const fresh: RecordFormState<F> = {
    fields: stored,
    base: stored,
    version,
    id: row?.id ?? newId(),
    restored: null,
    conflict: null,
  };
  const draft = readDraft<F>(form);
  if (!draft) return fresh;
  // A draft of an earlier version of the form may lack newer fields.
  const fields = { ...stored, ...draft.fields };
  const base = { ...stored, ...draft.base };
  if (version === null || version === draft.version)
    return { ...fresh, fields, base, id: row?.id ?? draft.id, restored: draft.at };
  const merged = conflictOf(base, fields, stored, version, Boolean(row?.deleted_at));
  return merged.conflict
    ? { ...fresh, fields: merged.fields, base, version: draft.version, restored: draft.at, conflict: merged.conflict }
    : { ...fresh, fields: merged.fields, restored: draft.at };
}
