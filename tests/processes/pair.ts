// The servers of the tests with PROCESSES=2: one in this process, whose backend a test may read, and one in a process of its own.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningServer, type StartOptions, startServer } from '../../server/boot';
import { type Mail, Mailbox } from '../../server/mailbox/mailbox';
import type { Settings } from '../../server/ops/settings';
import { startCluster } from '../server/postgres-cluster';
import { startS3 } from '../server/s3-server';
import { launchServer } from './installation';
import { freePort, startNginx } from './nginx';

/** False for tests of the data folder, the embedded database, or with parts that only this process has. */
export const mayBePair = (overrides: Partial<Settings>, { pushService }: StartOptions): boolean =>
  !pushService && !overrides.dataDir && !overrides.databaseUrl && !overrides.s3 && !overrides.smtp;

/** The e-mails of both processes, newest first. The other process writes each of its own to the file before it answers the request. */
function mailsOfBoth(here: RunningServer, file: string): Mailbox {
  const mails = () => {
    const others: Mail[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
    return [...here.backend.mailbox.mails(), ...others].sort((a, b) => b.at - a.at);
  };
  return Object.assign(new Mailbox(), { mails });
}

export async function startPair(settings: Settings): Promise<RunningServer & { stop: () => Promise<void> }> {
  const [cluster, store, ...ports] = await Promise.all([
    startCluster(),
    startS3(),
    ...Array.from({ length: 6 }, freePort),
  ]);
  const [web = 0, payments = 0, ...own] = ports;
  const [url, paymentsUrl] = [`http://127.0.0.1:${web}`, `http://127.0.0.1:${payments}`];
  const [mailFile, logFile] = [join(settings.dataDir, 'mails.json'), join(settings.dataDir, 'second.log')];
  process.env.SECOND_LOG = logFile;
  const shared = {
    ...settings,
    databaseUrl: cluster.databaseUrl,
    s3: store.s3,
    // As for every installation behind a proxy (docs/deploy.md).
    allowedOrigins: settings.allowedOrigins.length > 0 ? settings.allowedOrigins : [url],
    paymentsUrl: settings.paymentsUrl ?? paymentsUrl,
  };
  const of = (n: number) => ({
    ...shared,
    port: own[2 * n] ?? 0,
    paymentsPort: own[2 * n + 1] ?? 0,
    dataDir: join(settings.dataDir, String(n)),
  });
  const [here, child] = await Promise.all([startServer(of(0)), launchServer({ ...of(1), mailFile, logFile })]);
  const stopNginx = await startNginx([
    { port: web, servers: [of(0).port, of(1).port] },
    { port: payments, servers: [of(0).paymentsPort, of(1).paymentsPort] },
  ]);
  const stop = async () => {
    child.kill('SIGKILL');
    await stopNginx();
    await here.close();
    await cluster.stop();
    await store.stop();
  };
  return { ...here, url, paymentsUrl, backend: { ...here.backend, mailbox: mailsOfBoth(here, mailFile) }, stop };
}
