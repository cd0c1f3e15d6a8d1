import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type * as v from 'valibot';
import { cleanTexts } from '@/shared/clean-text';
import { newId } from '@/shared/new-id';
import { changedFields, mergeFields, withTheirs } from '@/shared/three-way-merge';
import { focusInvalid } from '@/ui/focus-invalid';
import { asConsoleError, type ConsoleError } from '../requests/console-client';
import { formText } from '../text/console';
import { consoleToast } from './console-toast';
import { moveDraft, removeDraft, writeDraft } from './drafts';
import {
  conflictOf,
  type FormRow,
  openedForm,
  type RecordFormState,
  storedRow,
  trashedConflict,
} from './record-form-state';

export type Errors<F> = Partial<Record<keyof F, string>>;

/** The names of the fields that hold a text. */
type TextName<F> = { [N in keyof F]: F[N] extends string ? N : never }[keyof F];

export interface Save<F> {
  /** Id of the row. The form generates the id of a new row. */
  id: string;
  /** `row_version` that the form started from; null creates the row. */
  version: number | null;
  fields: F;
  /** Only the fields that differ from the stored row. */
  patch: Partial<F>;
}

interface RecordFormOptions<F, R extends FormRow> {
  /** Key of the stored draft, for example `news:<id>` or `news:new`. */
  form: string;
  /** Key of the form that edits a created row. It receives the text that was typed during the first save. */
  formOfCreated?: (id: string) => string;
  /** The stored row; null for a new one. */
  row: R | null;
  /** Checks the stored row that the server sends with a conflict; omit it if a save never conflicts. */
  schema?: v.GenericSchema<unknown, R>;
  /** Another administrator moved the row to the trash while the form was open. */
  gone?: boolean;
  fieldsOf: (row: R) => F;
  /** The fields of a new row. */
  blank: F;
  validate: (fields: F) => Errors<F>;
  save: (save: Save<F>) => Promise<R>;
  onSaved: (row: R, created: boolean) => void;
  /** Reports the error as a message, or shows it at the fields with `show`. */
  onFailed: (error: ConsoleError, created: boolean, show: (faults: Errors<F>) => void) => void;
}

/**
 * A form for one row. Guarantees: each change of the input is stored on the device until it is saved or discarded; a running save is not
 * started twice; another administrator's save is merged field by field and never overwritten without asking.
 */
export function useRecordForm<F extends object, R extends FormRow>(options: RecordFormOptions<F, R>) {
  const {
    form,
    formOfCreated,
    row,
    schema,
    gone = false,
    fieldsOf,
    blank,
    validate,
    save,
    onSaved,
    onFailed,
  } = options;
  const [state, setState] = useState<RecordFormState<F>>(() => openedForm(form, row, fieldsOf, blank));
  const [errors, setErrors] = useState<Errors<F>>({});
  /** Number of failed validations. Each failed validation moves the focus to the first invalid field; typing never moves the focus. */
  const [reports, setReports] = useState(0);
  const [busy, setBusy] = useState(false);
  const saving = useRef(false);
  /** An earlier save may have created the row without its response arriving, even before a reload. */
  const tried = useRef(state.restored !== null);
  const ref = useRef<HTMLFormElement>(null);
  /** The newest state. The callbacks of an upload or a save run later and must keep the text typed meanwhile, so they read this ref. */
  const latest = useRef(state);
  useLayoutEffect(() => {
    latest.current = state;
  }, [state]);
  const patch = changedFields(state.base, state.fields);
  const dirty = Object.keys(patch).length > 0;

  // Without unsaved input the form follows the stored row.
  if (!dirty && !busy && row && state.version !== null && row.row_version > state.version)
    setState({ ...state, fields: fieldsOf(row), base: fieldsOf(row), version: row.row_version, conflict: null });
  // The row is back from the trash, so compare the input with the row as it is stored now.
  else if (state.conflict?.trashed && !gone && row && row.row_version > state.conflict.version) {
    const theirs = fieldsOf(row);
    const { fields, conflict } = conflictOf(state.base, state.fields, theirs, row.row_version, false);
    setState({ ...state, fields, conflict, ...(!conflict && { base: theirs, version: row.row_version }) });
  }

  const keep = (next: RecordFormState<F>) => {
    latest.current = next;
    setState(next);
    const { fields, base, version, id } = next;
    if (Object.keys(changedFields(base, fields)).length)
      writeDraft(form, { fields, base, version, id, at: Date.now() });
    else removeDraft(form);
  };
  const set = (change: Partial<F>) => {
    const now = latest.current;
    keep({ ...now, fields: { ...now.fields, ...cleanTexts(change) } });
    setErrors((before) => {
      const after = { ...before };
      for (const name of Object.keys(change) as (keyof F)[]) delete after[name];
      return after;
    });
  };
  /** Connects a text control to its field. */
  const input = (name: TextName<F>) => ({
    // Both casts are safe because `TextName` names only texts.
    value: state.fields[name] as string,
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => {
      const change: Partial<F> = {};
      change[name] = target.value as F[TextName<F>];
      set(change);
    },
  });

  useEffect(() => {
    if (reports) focusInvalid(ref.current);
  }, [reports]);
  const report = (faults: Errors<F>) => {
    setErrors(faults);
    setReports((before) => before + 1);
  };

  const choose = (name: string, side: 'mine' | 'theirs') => {
    if (!state.conflict) return;
    setState({ ...state, conflict: { ...state.conflict, choice: { ...state.conflict.choice, [name]: side } } });
  };

  /** The state to save. If both administrators changed a field, the state contains the value that this administrator has chosen. */
  const wanted = (): RecordFormState<F> => {
    const { conflict } = state;
    if (!conflict) return state;
    const fields = conflict.names
      .filter((name) => conflict.choice[name] === 'theirs')
      .reduce((chosen, name) => withTheirs(chosen, conflict.theirs, name), state.fields);
    return { ...state, fields, base: conflict.theirs, version: conflict.version, conflict: null };
  };

  /** @returns the stored row; null if it was not saved */
  const submit = async (): Promise<R | null> => {
    if (saving.current) return null;
    const next = wanted();
    const faults = validate(next.fields);
    report(faults);
    if (Object.keys(faults).length) return null;
    const created = next.version === null;
    saving.current = true;
    setBusy(true);
    try {
      return await attempt(next, created, state.fields);
    } finally {
      saving.current = false;
      setBusy(false);
    }
  };

  /** `shown`: the fields on screen when the save began. Text typed during the save stays in the form. */
  const attempt = async (next: RecordFormState<F>, created: boolean, shown: F, retries = 2): Promise<R | null> => {
    const { id, version, fields } = next;
    const withTyped = (fields: F): F => mergeFields(shown, latest.current.fields, fields).fields;
    try {
      const stored = await save({ id, version, fields, patch: changedFields(next.base, fields) });
      const now = fieldsOf(stored);
      if (created && tried.current) {
        tried.current = false;
        const later = changedFields(now, fields);
        // The server answered with the row of the earlier save, so save what was typed after it.
        if (Object.keys(later).length)
          return await attempt({ ...next, base: now, version: stored.row_version }, created, shown);
      }
      keep({ ...next, fields: withTyped(now), base: now, version: stored.row_version, restored: null, conflict: null });
      if (created && formOfCreated) moveDraft(form, formOfCreated(id));
      onSaved(stored, created);
      return stored;
    } catch (thrown) {
      const error = asConsoleError(thrown);
      const theirs = error.kind === 'conflict' ? storedRow(schema, error.details) : null;
      if (!theirs) {
        tried.current ||= created;
        keep({ ...next, fields: withTyped(fields), conflict: null });
        onFailed(error, created, report);
        return null;
      }
      const trashed = Boolean(theirs.deleted_at);
      const merged = conflictOf(next.base, next.fields, fieldsOf(theirs), theirs.row_version, trashed);
      if (merged.conflict) {
        keep({ ...next, fields: withTyped(merged.fields), conflict: merged.conflict });
        return null;
      }
      consoleToast.info(formText.mergedToast);
      const again = { ...next, fields: withTyped(merged.fields), base: fieldsOf(theirs), version: theirs.row_version };
      keep(again);
      if (retries > 0) return await attempt(again, created, again.fields, retries - 1);
      onFailed(error, created, report);
      return null;
    }
  };

  const discard = () => {
    removeDraft(form);
    setErrors({});
    const fields = row ? fieldsOf(row) : blank;
    setState({
      fields,
      base: fields,
      version: row?.row_version ?? null,
      id: row?.id ?? newId(),
      restored: null,
      conflict: null,
    });
  };

  const conflict = state.conflict ?? (gone ? trashedConflict(state) : null);
  return { ref, ...state, conflict, set, input, errors, setErrors: report, dirty, busy, submit, discard, choose };
}

export type RecordForm<F extends object> = Pick<
  ReturnType<typeof useRecordForm<F, FormRow>>,
  'fields' | 'conflict' | 'choose' | 'restored' | 'discard' | 'dirty' | 'busy' | 'submit'
>;
