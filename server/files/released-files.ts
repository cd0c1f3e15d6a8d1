// Removes stored files that no row has named for 30 days (supabase/schemas/admin/files.sql decides which).
import type { SupabaseClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { ReportedError } from '../http/reported-error';
import type { Call } from '../http/service-client';

const filesSchema = v.array(v.object({ bucket: v.string(), name: v.string() }));

/** Files of one round. */
const ROUND = 200;

/** @returns how many files were removed */
export async function removeReleasedFiles(
  call: Call,
  storage: Pick<SupabaseClient['storage'], 'from'>,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  while (!signal.aborted) {
    const files = v.parse(filesSchema, await call('released_files', { p_limit: ROUND }));
    for (const bucket of new Set(files.map((file) => file.bucket))) {
      const names = files.filter((file) => file.bucket === bucket).map(({ name }) => name);
      const { error } = await storage.from(bucket).remove(names);
      if (error) throw new ReportedError(`released files: ${bucket} cannot be changed`);
    }
    // Rule: a file is forgotten only after its removal, so that a run that was cut off is repeated.
    await call('forget_released_files', { p_files: files });
    removed += files.length;
    if (files.length < ROUND) break;
  }
  return removed;
}
