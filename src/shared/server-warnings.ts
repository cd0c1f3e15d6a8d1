/** Decides when the console warns about the server: failed, missing or old backups, a nearly full disk. Pure. */
import { BACKUP_MAX_AGE_DAYS, DISK_SPARE_BYTES, DISK_SPARE_SHARE } from '@/shared/app-limits';

export interface ServerState {
  /** The server's clock (ISO), because the administrator's device may have another time. */
  now: string;
  /** `at`: time (ISO) of the last backup; `failed_at`: time of a failed backup after that, or null. */
  backup: { at: string | null; failed_at: string | null };
  disk: { free_bytes: number; total_bytes: number };
}

export type ServerWarning = 'backup_failed' | 'backup_missing' | 'backup_old' | 'disk_full';

/** The warnings that require an administrator to act on the server's machine. */
export function serverWarnings({ now, backup, disk }: ServerState): ServerWarning[] {
  const oldest = Date.parse(now) - BACKUP_MAX_AGE_DAYS * 86_400_000;
  const isOld = backup.at !== null && Date.parse(backup.at) < oldest;
  const isFull = disk.free_bytes < Math.max(DISK_SPARE_BYTES, disk.total_bytes * DISK_SPARE_SHARE);
  return [
    ...(backup.failed_at ? (['backup_failed'] as const) : []),
    ...(backup.at === null ? (['backup_missing'] as const) : isOld ? (['backup_old'] as const) : []),
    ...(isFull ? (['disk_full'] as const) : []),
  ];
}
