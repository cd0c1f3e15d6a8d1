import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { cachedFixture } from './cached-fixture';

const script = new URL('../../server/embedded/database/initdb.mjs', import.meta.url).pathname;
const packages = new URL('../../package-lock.json', import.meta.url).pathname;

/** An empty PostgreSQL data folder, cached because initdb takes most of the time of a first start. @returns its path. */
export function postgresTemplate(): Promise<string> {
  const key = createHash('sha256')
    .update(readFileSync(script))
    .update(readFileSync(packages))
    .digest('hex')
    .slice(0, 24);
  return cachedFixture(`layout-${key}`, async (folder) => {
    const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'ignore', 'pipe'] });
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    if (code !== 0) throw new Error(said);
  });
}

/** Copies the empty PostgreSQL into a data folder that has no database yet. */
export async function createPostgresFolder(dataDir: string): Promise<void> {
  if (existsSync(join(dataDir, 'db'))) return;
  mkdirSync(dataDir, { recursive: true });
  cpSync(await postgresTemplate(), join(dataDir, 'db'), { recursive: true });
}
