/**
 * Copies the files of the embedded database while it serves queries, as a low-level base backup of PostgreSQL does: the files may change
 * between pg_backup_start and pg_backup_stop, and the WAL of that time makes them consistent when the copy is opened.
 * Guarantee: the copy contains every transaction that was committed before it began. Queries wait only for the checkpoint and the WAL copy.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Run } from '../contract/database';

const LOG = 'pg_wal';
const segmentName = /^[0-9A-F]{24}$/;

function copyInWorker(from: string, to: string): Promise<void> {
  return new Promise((done, failed) => {
    const worker = new Worker(new URL('copy-files-worker.mjs', import.meta.url), {
      workerData: { from, to, without: LOG },
      execArgv: [],
    });
    worker.once('error', failed);
    worker.once('exit', (code) => (code === 0 ? done() : failed(new Error(`the copy ended with code ${code}`))));
  });
}

/** Waits for the running query, then holds back further ones until `work` has ended. */
type Exclusive = <T>(work: () => Promise<T>) => Promise<T>;

/** @param to a folder that does not exist yet */
export async function copyOnline(from: string, to: string, run: Run, exclusive: Exclusive): Promise<void> {
  const [start] = await run("select pg_walfile_name(lsn) as segment from pg_backup_start('dump', true) as lsn", []);
  let copied = false;
  try {
    await copyInWorker(from, to);
    copied = true;
  } finally {
    // PostgreSQL allows one backup at a time, so end this one even if the copy failed.
    await exclusive(async () => {
      const [stop] = await run(
        'select pg_walfile_name(lsn) as segment, labelfile as label from pg_backup_stop(wait_for_archive => false)',
        [],
      );
      if (!copied) return;
      const [first, last] = [String(start?.segment), String(stop?.segment)];
      for (const name of readdirSync(join(from, LOG)))
        if (segmentName.test(name) && name >= first && name <= last)
          await copyFile(join(from, LOG, name), join(to, LOG, name));
      writeFileSync(join(to, 'backup_label'), String(stop?.label), { mode: 0o600 });
    });
  }
}
