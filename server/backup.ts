// `npm run backup DIR`, `npm run backup:restore FILE`, `npm run db:restore FILE` and `npm run db:restored`: write and restore backups. See docs/deploy.md.
import { backUp, declareRestored, restoreBackup, restoreDump } from './embedded/database/backups';
import { StartError, settingsOf } from './ops/settings';

const usage = 'Usage: npm run backup DIR, npm run backup:restore FILE, npm run db:restore FILE, npm run db:restored';

async function run([command, path]: string[]): Promise<string> {
  const settings = settingsOf(process.env);
  if (command === 'restored') return declareRestored(settings);
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
