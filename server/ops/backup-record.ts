// DATA_DIR/last-backup.json: when `npm run backup` last succeeded and last failed. It is a file, because a backup runs beside the server.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { writeDurably } from './secrets';

const recordSchema = v.object({ at: v.nullable(v.string()), failed_at: v.nullable(v.string()) });
/** `failed_at` is empty after a success. */
export type BackupRecord = v.InferOutput<typeof recordSchema>;

const recordFile = (dataDir: string) => join(dataDir, 'last-backup.json');

export function readBackupRecord(dataDir: string): BackupRecord {
  const none = { at: null, failed_at: null };
  if (!existsSync(recordFile(dataDir))) return none;
  try {
    return v.parse(recordSchema, JSON.parse(readFileSync(recordFile(dataDir), 'utf8')));
  } catch {
    // A damaged record counts as no backup, which the console reports.
    return none;
  }
}

export function recordBackup(dataDir: string, succeeded: boolean, now = Date.now()): void {
  const time = new Date(now).toISOString();
  writeDurably(
    recordFile(dataDir),
    succeeded ? { at: time, failed_at: null } : { ...readBackupRecord(dataDir), failed_at: time },
  );
}
