// Runs only the service (port 4242) and its background jobs, beside a Supabase project: node --import tsx server/service.ts. See docs/deploy.md.

import { botCheckModule } from './accounts/bot-check-module';
import { signersOf } from './certificates/keys';
import { SIGN_EVERY_MS } from './certificates/signing';
import { BotCheck } from './http/bot-check';
import { httpServer } from './http/http-server';
import { RateLimiter } from './http/rate-limit';
import { callOver, consoleAccessOver, serviceClient } from './http/service-client';
import { fileJobs, mailJobs } from './jobs/jobs';
import { Mailbox } from './mailbox/mailbox';
import { smtpSender } from './mailbox/smtp';
import { serviceSettingsOf } from './ops/service-settings';
import { StartError } from './ops/settings';
import { vapidKeysOf } from './push/keys';
import { openPush } from './push/push';
import { openService } from './service-app';
import { configureLog, setAccountKey } from './telemetry/log';

try {
  const settings = serviceSettingsOf(process.env);
  configureLog(settings.telemetry.log);
  setAccountKey(settings.supabaseSecretKey);
  const client = serviceClient(settings.supabaseUrl, settings.supabaseSecretKey);
  const call = callOver(client);
  // This process stores no keys on the machine, so without VAPID_* it sends no push messages.
  const keys = vapidKeysOf(settings.push.vapid);
  const push = keys && openPush(call, { keys, settings: settings.push, appOrigin: () => settings.allowedOrigins[0] });
  const limiter = new RateLimiter({ relaxed: false });
  const { botCheckSecret: secret } = settings;
  const service = openService({
    call,
    push,
    stripe: settings.stripe,
    sandboxPayments: settings.sandboxPayments,
    secret: settings.paymentsSecret,
    // This process stores no keys on the machine, so without CERTIFICATE_KEYS it signs no certificates.
    certificates: settings.certificateKeys
      ? {
          signers: signersOf(settings.certificateKeys),
          publicUrl: () => settings.paymentsUrl ?? `http://localhost:${settings.port}`,
          everyMs: SIGN_EVERY_MS.alone,
        }
      : undefined,
    limiter,
    modules: secret ? [botCheckModule(new BotCheck({ relaxed: false, secret, uses: limiter }), secret)] : [],
    trustProxy: settings.trustProxy,
    metricsToken: settings.telemetry.metricsToken,
    // The project's auth service checks the token's signature and expiry, and that the account still exists.
    identify: async (token) => {
      const { data } = await client.auth.getUser(token);
      return data.user?.aud === 'authenticated' ? data.user.id : undefined;
    },
    consoleAccess: consoleAccessOver(settings.supabaseUrl, settings.supabaseSecretKey),
    mayCall: (origin) => settings.allowedOrigins.includes(origin),
    appOrigin: () => settings.allowedOrigins[0],
    publicUrl: settings.paymentsUrl,
    jobs: [
      ...fileJobs(call, client.storage),
      // Without SMTP_URL learners get only the notification: this process has no local mailbox.
      ...(settings.smtp
        ? mailJobs(call, new Mailbox({ send: smtpSender(settings.smtp) }), () => settings.allowedOrigins[0])
        : []),
    ],
    pingDatabase: async () => {
      const { error } = await client.from('products').select('id').limit(1);
      if (error) throw new Error(error.code);
    },
  });
  const server = httpServer(service.app.fetch);
  server.once('error', (error) => {
    console.error(`Port ${settings.port} cannot be opened: ${error.message}`);
    process.exit(1);
  });
  server.listen(settings.port, settings.host, () =>
    console.log(`The service is ready on port ${settings.port} (payments: ${service.billing.provider.name})`),
  );
  service.jobs.start();
  const stop = async () => {
    server.close();
    await service.jobs.stop();
    push?.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop());
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}
