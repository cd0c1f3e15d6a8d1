// Runs a server in its own process, so that tests can kill it: tsx child-server.ts '<settings as JSON>'. `mailFile` and `logFile` get its e-mails and its log.
import { appendFileSync, writeFileSync } from 'node:fs';
import { startServer } from '../../server/boot';
import { StartError, settingsOf } from '../../server/ops/settings';
import { whenToStop } from '../../server/stop';
import { configureLog } from '../../server/telemetry/log';

try {
  const quick = { ...settingsOf({ RATE_LIMITS: 'relaxed', BOT_CHECK: 'off' }), port: 0, paymentsPort: 0, seed: false };
  const { mailFile, logFile, ...settings } = JSON.parse(process.argv[2] ?? '{}');
  const server = await startServer({ ...quick, ...settings });
  if (logFile) configureLog({ format: 'json', level: 'info' }, (line) => appendFileSync(logFile, line));
  const { mailbox } = server.backend;
  if (mailFile)
    for (const name of ['post', 'notify'] as const) {
      const send: (...mail: never[]) => void = mailbox[name].bind(mailbox);
      const sendAndWrite = (...mail: never[]) => {
        send(...mail);
        writeFileSync(mailFile, JSON.stringify(mailbox.mails()));
      };
      Object.assign(mailbox, { [name]: sendAndWrite });
    }
  whenToStop(() => void server.close().then(() => process.exit(0)));
  console.log(`ready ${server.url}`);
  process.send?.('ready');
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}
