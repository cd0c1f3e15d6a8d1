import { asConsoleError, ask, call } from './console-client';
import { consoleChanged } from './console-live';

/** Content tables, whose rows have a version and can be moved to the trash (docs/admin-api.md). */
export type ContentTable =
  | 'courses'
  | 'course_templates'
  | 'videos'
  | 'course_resources'
  | 'video_resources'
  | 'tests'
  | 'certificates'
  | 'events'
  | 'news';

/** Columns of every content row. */
export interface ContentRow {
  id: string;
  row_version: number;
  deleted_at: string | null;
  created_at: string;
}

/** Creates a row under an id chosen by the client, so that a double click or a lost response creates only one row. @throws ConsoleError */
export async function createRow<R extends ContentRow>(table: ContentTable, id: string, fields: object): Promise<R> {
  try {
    const row = await ask<R>((client, signal) =>
      client
        .from(table)
        .insert({ ...fields, id })
        .select()
        .abortSignal(signal)
        .single(),
    );
    consoleChanged([table]);
    return row;
  } catch (error) {
    // Unique violation: an earlier attempt created the row, but its response was lost.
    if (asConsoleError(error).code === '23505') {
      const stored = await readRow<R>(table, id);
      if (stored) return stored;
    }
    throw error;
  }
}

/** Updates a row if its version is still `version`. @throws ConsoleError of kind `conflict`, with the stored row, if the row has another version */
export async function updateRow<R extends ContentRow>(
  table: ContentTable,
  id: string,
  version: number,
  patch: object,
): Promise<R> {
  const row = await ask<R>((client, signal) =>
    client
      .from(table)
      .update({ ...patch, row_version: version })
      .eq('id', id)
      .select()
      .abortSignal(signal)
      .single(),
  );
  consoleChanged([table]);
  return row;
}

export const readRow = <R>(table: ContentTable, id: string): Promise<R | null> =>
  ask<R | null>((client, signal) => client.from(table).select().eq('id', id).abortSignal(signal).maybeSingle());

/** Tables whose rows can be moved to the trash: content, and texts that learners and visitors sent. */
export type TrashTable = ContentTable | 'video_comments' | 'event_registrations' | 'demo_requests' | 'contact_requests';

export async function moveToTrash(table: TrashTable, id: string, version?: number): Promise<void> {
  await call('move_to_trash', { p_table: table, p_id: id, ...(version !== undefined && { p_version: version }) });
  consoleChanged([table]);
}

export async function restoreRow(table: TrashTable, id: string): Promise<void> {
  await call('restore', { p_table: table, p_id: id });
  consoleChanged([table]);
}

export interface OtherEditor {
  user_id: string;
  name: string;
  since: string;
}

/** Reports whether this administrator is editing the row. @returns the other administrators who are editing it */
export const noteEditing = (table: string, id: string, editing = true): Promise<OtherEditor[]> =>
  call<OtherEditor[]>('note_editing', { p_table: table, p_id: id, p_editing: editing });

/** Records a magic link or an export in the audit log. @throws ConsoleError of kind `limited` after too many actions */
export const noteAction = (action: 'magic_link' | 'export', subject: string, count = 1): Promise<null> =>
  call<null>('note_admin_action', { p_action: action, p_subject: subject, p_count: count });
