import * as v from 'valibot';
import type { Database } from '../../../../supabase/database';
import { change } from '../queries';
import { otherEditors, type TrashTable } from './answers';
import { asConsoleError, ask, call, parse, run, untyped } from './console-client';
import { type ContentRow, type ContentTable, contentRows } from './rows';

type Tables = Database['public']['Tables'];
/** Triggers fill some columns of a new row, for example its slug. */
type NewRow<T extends ContentTable> = Partial<Tables[T]['Insert']>;

/** Creates a row under an id chosen by the client, so that a double click or a lost response creates only one row. @throws ConsoleError */
export async function createRow<T extends ContentTable>(
  table: T,
  id: string,
  fields: NewRow<T>,
): Promise<ContentRow<T>> {
  try {
    const row = await change([table], () =>
      ask((client, signal) =>
        untyped(client)
          .from(table)
          .insert({ ...fields, id })
          .select()
          .abortSignal(signal)
          .single(),
      ),
    );
    return parse(contentRows[table], row);
  } catch (error) {
    // Unique violation: an earlier attempt created the row, but its response was lost.
    if (asConsoleError(error).code === '23505') {
      const stored = await ask((client, signal) =>
        untyped(client).from(table).select().eq('id', id).abortSignal(signal).maybeSingle(),
      );
      if (stored) return parse(contentRows[table], stored);
    }
    throw error;
  }
}

/** Updates a row if its version is still `version`. @throws ConsoleError of kind `conflict`, with the stored row, if the row has another version */
export async function updateRow<T extends ContentTable>(
  table: T,
  id: string,
  version: number,
  patch: Tables[T]['Update'],
): Promise<ContentRow<T>> {
  const row = await change([table], () =>
    ask((client, signal) =>
      untyped(client)
        .from(table)
        .update({ ...patch, row_version: version })
        .eq('id', id)
        .select()
        .abortSignal(signal)
        .single(),
    ),
  );
  return parse(contentRows[table], row);
}

export const moveToTrash = (table: TrashTable, id: string, version?: number): Promise<void> =>
  change([table], () =>
    run('move_to_trash', { p_table: table, p_id: id, ...(version !== undefined && { p_version: version }) }),
  );

export const restoreRow = (table: TrashTable, id: string): Promise<void> =>
  change([table], () => run('restore', { p_table: table, p_id: id }));

/** Reports whether this administrator is editing the row. @returns the other administrators who are editing it */
export const noteEditing = (table: string, id: string, editing = true) =>
  call('note_editing', { p_table: table, p_id: id, p_editing: editing }, otherEditors);

/** How many learners take the quiz or watch the lesson or course now. */
export const learnersInside = (table: 'courses' | 'videos' | 'tests', id: string): Promise<number> =>
  call('learners_inside', { p_table: table, p_id: id }, v.number());

/** Records a magic link or an export in the audit log. @throws ConsoleError of kind `limited` after too many actions */
export const noteAction = (action: 'magic_link' | 'export', subject: string, count = 1): Promise<void> =>
  run('note_admin_action', { p_action: action, p_subject: subject, p_count: count });
