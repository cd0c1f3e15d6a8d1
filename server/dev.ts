// `npm run dev`: runs the Vite development server on PORT and proxies to the normal backend on a free port.
import { createServer } from 'vite';
import { startServer } from './boot';
import { StartError, settingsOf } from './ops/settings';
import { whenToStop } from './stop';
import { configureLog } from './telemetry/log';

try {
  const settings = settingsOf(process.env);
  configureLog(settings.telemetry.log);
  const backend = await startServer({
    ...settings,
    port: 0,
    allowedOrigins: [`http://localhost:${settings.port}`, ...settings.allowedOrigins],
  });
  const api = { target: backend.url, changeOrigin: false };
  const vite = await createServer({
    configLoader: 'runner',
    server: {
      port: settings.port,
      strictPort: true,
      proxy: {
        '/auth/v1': api,
        '/rest/v1': api,
        '/storage/v1': api,
        '/config.json': api,
        '/realtime/v1': { ...api, ws: true },
      },
    },
  });
  await vite.listen();
  vite.printUrls();
  if (backend.mailboxUrl) console.log(`  Mailbox: ${backend.mailboxUrl}`);
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await vite.close();
    await backend.close();
    process.exit(0);
  };
  whenToStop(() => void stop());
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}
