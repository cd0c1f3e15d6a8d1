// `npm run admin:create EMAIL` and `npm run admin:reset [EMAIL]`: create or reset an administrator of the Supabase project that SUPABASE_URL names,
// or of the embedded backend while its server is stopped.
import { type Accounts, createAdministrator, resetAdministrator } from './accounts/administrators';
import { projectAccounts } from './accounts/project-accounts';
import { embeddedAccounts } from './embedded/auth/embedded-accounts';
import { openBackend } from './embedded/backend';
import type { Backend } from './embedded/contract/backend';
import { lockDataDir } from './embedded/database/data-lock';
import { serviceClient } from './http/service-client';
import { projectOf } from './ops/service-settings';
import { StartError, settingsOf } from './ops/settings';

async function run(accounts: Accounts, command: string | undefined, email: string | undefined): Promise<void> {
  if (command === 'create' && email) {
    console.log(`${email} is a super administrator. Password: ${await createAdministrator(accounts, email)}`);
    return;
  }
  if (command === 'reset') {
    const reset = await resetAdministrator(accounts, email);
    console.log(`${reset.email} has a new password and no running session. Password: ${reset.password}`);
    return;
  }
  throw new StartError('Usage: npm run admin:create EMAIL, npm run admin:reset [EMAIL]');
}

let unlock: (() => Promise<void>) | undefined;
let backend: Backend | undefined;
let code = 0;
try {
  const [command, email] = process.argv.slice(2);
  const project = projectOf(process.env);
  if (project) await run(projectAccounts(serviceClient(project.url, project.secretKey)), command, email);
  else {
    const settings = settingsOf(process.env);
    unlock = await lockDataDir(settings.dataDir);
    backend = await openBackend(settings);
    await run(embeddedAccounts(backend), command, email);
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  code = 1;
} finally {
  await backend?.close();
  await unlock?.();
}
// PGlite sets process.exitCode when it closes, so pass the code explicitly.
process.exit(code);
