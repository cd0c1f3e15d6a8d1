// DATA_DIR/last-backup.json: when `npm run backup` last succeeded and last failed. It is a file, because a backup runs in its own process.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { writeDurably } from './secrets';

const recordSchema = v.object({ at: v.nullable(v.string()), failed_at: v.nullable(v.string()) });
/** Times are ISO 8601. A success sets `failed_at` to null. */
export type BackupRecord = v.InferOutput<typeof recordSchema>;

const recordFile = (dataDir: string) => join(dataDir, 'last-backup.json');

export function readBackupRecord(dataDir: string): BackupRecord {
  const none = { at: null, failed_at: null };
  if (!existsSync(recordFile(dataDir))) return none;
  try {
    return v.parse(recordSchema, JSON.parse(readFileSync(recordFile(dataDir), 'utf8')));
  } catch {
    // Treat a damaged record as a missing backup, which the admin console reports.
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
