/**
 * Notices at a start that the database is a copy or an earlier state of the one that the last start used: a restored dump, a copied data folder, a
 * disk snapshot, a recovery to an earlier time. Every scope then gets a new epoch, so that devices read it again and send what the database has lost.
 * A restore that leaves no trace needs `npm run db:restored`; without it, devices notice by the hash in a scope's digest.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { writeDurably } from '../../ops/secrets';
import type { Database, Run } from '../contract/database';

const FOLDER_FILE = 'database.json';

/** The content of DATA_DIR/database.json. `epoch`: the highest one that a server with this folder has used. */
const folderSchema = v.object({ id: v.string(), start: v.string(), epoch: v.number() });

/** Cluster, timeline, database and table. A dump that is restored makes at least a new table; a recovery makes a new timeline. */
const PLACE = `
  select concat_ws(' ', (select system_identifier from pg_control_system()), (select timeline_id from pg_control_checkpoint()),
    (select oid from pg_database where datname = current_database()), 'sync.scope'::regclass::oid::bigint) as place`;

/** Identifies an embedded folder: a copy of it has another inode and birth time. Empty for a PostgreSQL server. */
function copyOf(folder: string | undefined): string {
  const file = folder && join(folder, 'PG_VERSION');
  if (!file || !existsSync(file)) return '';
  const { ino, birthtimeMs } = statSync(file);
  return ` ${ino} ${Math.round(birthtimeMs)}`;
}

function readFolder(file: string): v.InferOutput<typeof folderSchema> | undefined {
  try {
    return v.parse(folderSchema, JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined; // Missing or damaged: the start counts as the first one of this folder.
  }
}

/** The highest epoch that a server with this data folder has used; 0 if none did. */
export const highestEpoch = (dataDir: string): number => readFolder(join(dataDir, FOLDER_FILE))?.epoch ?? 0;

/** Raises the epoch of every scope. @returns the new epoch */
export async function renewScopes(run: Run, above: number): Promise<number> {
  const [row] = await run('select sync.renew_scopes($1) as epoch', [above]);
  return Number(row?.epoch);
}

/**
 * Compares the database with the last start, and remembers this one. Call it at every start, after the migrations, while no other process starts.
 * @returns whether the epochs were raised
 */
export async function noticeRestore(
  database: Database,
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined },
): Promise<boolean> {
  const file = join(dataDir, FOLDER_FILE);
  const folder = readFolder(file);
  const id = folder?.id ?? randomUUID();
  const start = randomUUID();
  const outcome = await database.transaction(async (run) => {
    const [table] = await run("select to_regclass('sync.installation') is not null as exists", []);
    if (!table?.exists) return undefined; // a database without the sync engine
    const [here] = await run(PLACE, []);
    const place = `${here?.place}${copyOf(databaseUrl ? undefined : join(dataDir, 'db'))}`;
    const [known] = await run('select place, epoch from sync.installation', []);
    const [last] = await run('select start, previous from sync.data_folder where id = $1', [id]);
    const isEarlier = folder !== undefined && folder.start !== last?.start && folder.start !== last?.previous;
    const isRestored = isEarlier || (known?.place !== null && known?.place !== place);
    const epoch = isRestored ? await renewScopes(run, folder?.epoch ?? 0) : Number(known?.epoch);
    await run('update sync.installation set place = $1', [place]);
    await run(
      `insert into sync.data_folder (id, start) values ($1, $2)
        on conflict (id) do update set previous = sync.data_folder.start, start = excluded.start`,
      [id, start],
    );
    return { isRestored, epoch };
  });
  if (!outcome) return false;
  writeDurably(file, { id, start, epoch: Math.max(outcome.epoch, folder?.epoch ?? 0) });
  return outcome.isRestored;
}
