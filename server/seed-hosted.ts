// `npm run seed:hosted`: copies the seed school, without accounts, into the Supabase project of SUPABASE_URL. The seed runs in an embedded backend in
// a temporary folder, so that both have the same content.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBackend } from './embedded/backend';
import type { Backend } from './embedded/contract/backend';
import { copySeed, coursesOf } from './embedded/database/project-seed';
import { seedOnce } from './embedded/database/seed';
import { serviceClient } from './http/service-client';
import { projectOf } from './ops/service-settings';
import { StartError, settingsOf } from './ops/settings';

const folder = mkdtempSync(join(tmpdir(), 'sloy-seed-'));
let backend: Backend | undefined;
let code = 0;
try {
  const target = projectOf(process.env);
  if (!target) throw new StartError('Usage: SUPABASE_URL=… SUPABASE_SECRET_KEY=… npm run seed:hosted');
  const project = serviceClient(target.url, target.secretKey);
  // A wrong address or key is reported at once, not after the seed has run.
  await coursesOf(project);
  const settings = settingsOf({ DATA_DIR: join(folder, 'data') });
  backend = await openBackend(settings);
  await seedOnce(backend, settings.supabaseDir, { withAccounts: false });
  console.log(await copySeed(backend, project));
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  code = 1;
} finally {
  await backend?.close();
  rmSync(folder, { recursive: true, force: true });
}
// PGlite sets process.exitCode when it closes, so pass the code explicitly.
process.exit(code);
