// Runs a server in its own process, so that tests can kill it: tsx child-server.ts '<settings as JSON>'.
import { startServer } from '../../server/boot';
import { StartError, settingsOf } from '../../server/ops/settings';
import { whenToStop } from '../../server/stop';

try {
  const quick = { ...settingsOf({ RATE_LIMITS: 'relaxed', BOT_CHECK: 'off' }), port: 0, paymentsPort: 0, seed: false };
  const server = await startServer({ ...quick, ...JSON.parse(process.argv[2] ?? '{}') });
  whenToStop(() => void server.close().then(() => process.exit(0)));
  console.log(`ready ${server.url}`);
  process.send?.('ready');
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}
