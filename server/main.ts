// Entry point of the server process: reads the settings, starts the server, prints start errors and stops cleanly.
import { type RunningServer, startServer } from './boot';
import { DEMO_PASSWORD, demoAccounts } from './embedded/database/seed';
import { mailWarning } from './mailbox/smtp';
import { StartError, settingsOf } from './ops/settings';
import { whenToStop } from './stop';
import { configureLog } from './telemetry/log';

/** How long a stop may take before the process exits anyway (ms). */
const STOP_MS = 5_000;

let running: RunningServer | undefined;
let stopping = false;

async function stop(): Promise<void> {
  // Ctrl-C sends the signal twice: from the terminal and from start.mjs.
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(1), STOP_MS).unref();
  await running?.close();
  process.exit(0);
}
whenToStop(() => void stop());

const demoNotice = `
  Demo accounts, password ${DEMO_PASSWORD}
    ${demoAccounts.map(({ email }) => email).join('\n    ')}
`;
const networkNotice = `
  The first administrator: npm run admin:create EMAIL (while the server is stopped)
`;
try {
  const began = Date.now();
  const settings = settingsOf(process.env);
  configureLog(settings.telemetry.log);
  running = await startServer(settings);
  if (stopping) await running.close();
  else {
    process.send?.('ready');
    const { migrated, publishableKey } = running.backend;
    if (migrated.length > 0) console.log(`Migrations applied: ${migrated.length}`);
    console.log(`
  Слой is ready after ${((Date.now() - began) / 1000).toFixed(1)} s

  Web app and API    ${running.url}
  Payments and push  ${running.paymentsUrl}
  Mailbox            ${running.mailboxUrl ?? (settings.smtp ? 'none, e-mails are sent' : 'none, others may reach this server: set SMTP_URL')}
  Publishable key    ${publishableKey}
  Data               ${settings.databaseUrl ? 'the PostgreSQL of DATABASE_URL, files in ' : ''}${settings.dataDir}
${settings.demoAccounts ? demoNotice : ''}${settings.reachable ? networkNotice : ''}${mailWarning(settings)}
  Ctrl-C stops it.
`);
  }
} catch (error) {
  // Rule: print one line for an error that the reader can fix; any other error is a bug, so print its stack.
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}
