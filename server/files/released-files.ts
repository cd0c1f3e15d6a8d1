// Removes stored files that no row has referenced for 30 days (selected by supabase/schemas/admin/files.sql).
import type { SupabaseClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import type { Call } from '../http/service-client';
import { ReportedError } from '../telemetry/reported-error';

const filesSchema = v.array(v.object({ bucket: v.string(), name: v.string() }));

/** Files removed per batch. */
const ROUND = 200;

/** @returns number of removed files */
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
    // Rule: forget the files only after removing them, so that the next run repeats an interrupted batch.
    await call('forget_released_files', { p_files: files });
    removed += files.length;
    if (files.length < ROUND) break;
  }
  return removed;
}
