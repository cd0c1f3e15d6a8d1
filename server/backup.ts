// `npm run backup DIR`, `npm run backup:restore FILE` and `npm run db:restore FILE`: write and restore backups. See docs/deploy.md.
import { backUp, restoreBackup, restoreDump } from './embedded/database/backups';
import { StartError, settingsOf } from './ops/settings';

const usage = 'Usage: npm run backup DIR, npm run backup:restore FILE, npm run db:restore FILE';

async function run([command, path]: string[]): Promise<string> {
  const settings = settingsOf(process.env);
  if (!path) throw new StartError(usage);
  if (command === 'backup') return backUp(settings, path);
  if (command === 'restore') return restoreBackup(settings, path);
  if (command === 'restore-dump') return restoreDump(settings, path);
  throw new StartError(usage);
}

let code = 0;
try {
  console.log(await run(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  code = 1;
}
// PGlite sets process.exitCode when it closes, so pass the code explicitly.
process.exit(code);
