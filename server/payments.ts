// The payment service alone, beside a Supabase project; it also erases accounts whose grace is over: node --import tsx server/payments.ts. See docs/deploy.md.
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { openBilling, serviceClient } from './billing';
import { callOver } from './services/billing/store';
import { keepErasing } from './services/erasing';
import { RateLimiter } from './services/rate-limit';
import { StartError, serviceSettingsOf } from './services/settings';

try {
  const settings = serviceSettingsOf(process.env);
  const client = serviceClient(settings.supabaseUrl, settings.supabaseSecretKey);
  const billing = openBilling({
    call: callOver(client),
    stripe: settings.stripe,
    secret: settings.paymentsSecret,
    limiter: new RateLimiter({ relaxed: false }),
    trustProxy: settings.trustProxy,
    // The project's auth service knows its keys: signature, expiry and whether the account is still there.
    identify: async (token) => {
      const { data } = await client.auth.getUser(token);
      return data.user?.aud === 'authenticated' ? data.user.id : undefined;
    },
    mayCall: (origin) => settings.allowedOrigins.includes(origin),
    appOrigin: () => settings.allowedOrigins[0],
    publicUrl: settings.paymentsUrl,
    askDatabase: async () => {
      const { error } = await client.from('products').select('id').limit(1);
      if (error) throw new Error(error.code);
    },
  });
  const server = createAdaptorServer({ fetch: billing.app.fetch, overrideGlobalObjects: false }) as Server;
  server.once('error', (error) => {
    console.error(`Port ${settings.port} cannot be opened: ${error.message}`);
    process.exit(1);
  });
  server.listen(settings.port, () =>
    console.log(`Payments are ready on port ${settings.port} (${billing.provider.name})`),
  );
  const stopClock = billing.start();
  const stopErasing = keepErasing(client);
  const stop = async () => {
    server.close();
    stopErasing();
    await stopClock();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop());
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}
