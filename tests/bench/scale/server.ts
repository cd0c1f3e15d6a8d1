/** Runs one server of `npm run bench scale` in its own process: tsx server.ts <DATABASE_URL>. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../../../server/boot';
import { settingsOf } from '../../../server/ops/settings';
import { answerCommands } from '../shared/commands';

const folder = mkdtempSync(join(tmpdir(), 'sloy-scale-'));
const distDir = join(folder, 'dist');
mkdirSync(distDir);
for (const page of ['index', 'landing', 'login']) writeFileSync(join(distDir, `${page}.html`), '<!doctype html>');

const settings = settingsOf({
  PORT: '0',
  PAYMENTS_PORT: '0',
  DATA_DIR: folder,
  DATABASE_URL: process.argv[2],
  BOT_CHECK: 'off',
  RATE_LIMITS: 'relaxed',
});
// The load names an address for each device, as a proxy does.
const { url, backend, realtime, close } = await startServer({ ...settings, distDir, trustProxy: true });

const commands = {
  /** `secret`: the key with which tokens.mjs signs access tokens. */
  address: () => ({ url, key: backend.publishableKey, secret: backend.secrets.jwt_secret }),
  sql: (text: string, params: unknown[] = []) => backend.database.run(text, params),

  /** The open sockets, the resident memory (bytes) and the CPU time (ms) of this process. */
  usage() {
    const { user, system } = process.cpuUsage();
    return { sockets: realtime.clients(), bytes: process.memoryUsage().rss, cpu: (user + system) / 1_000 };
  },

  async close() {
    await close();
    rmSync(folder, { recursive: true, force: true });
    setImmediate(() => process.exit(0));
  },
};

answerCommands(commands);
