import { describe, expect, test } from 'vitest';
import { serverWarnings } from '@/shared/server-warnings';

const now = '2026-11-23T12:00:00Z';
const GB = 1024 ** 3;
const roomy = { free_bytes: 50 * GB, total_bytes: 100 * GB };
const daysAgo = (days: number) => new Date(Date.parse(now) - days * 86_400_000).toISOString();
const recent = { at: daysAgo(1), failed_at: null };

describe('the warnings about the server', () => {
  test.each([
    ['a recent backup', recent, []],
    ['a backup at the limit', { at: daysAgo(7), failed_at: null }, []],
    ['an old backup', { at: daysAgo(7.01), failed_at: null }, ['backup_old']],
    ['no backup', { at: null, failed_at: null }, ['backup_missing']],
    ['a first backup that failed', { at: null, failed_at: daysAgo(1) }, ['backup_failed', 'backup_missing']],
    ['a failure after a recent backup', { at: daysAgo(2), failed_at: daysAgo(1) }, ['backup_failed']],
  ])('%s', (_, backup, warnings) => {
    expect(serverWarnings({ now, backup, disk: roomy })).toEqual(warnings);
  });

  test.each([
    ['a tenth of a large disk', 10 * GB, 100 * GB, false],
    ['less than a tenth', 9.9 * GB, 100 * GB, true],
    ['2 GB of a small disk', 2 * GB, 10 * GB, false],
    ['less than 2 GB', 1.9 * GB, 10 * GB, true],
  ])('%s is free', (_, free_bytes, total_bytes, full) => {
    expect(serverWarnings({ now, backup: recent, disk: { free_bytes, total_bytes } })).toEqual(
      full ? ['disk_full'] : [],
    );
  });
});
