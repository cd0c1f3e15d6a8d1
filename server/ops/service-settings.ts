/** Parses the environment variables of the service and the commands beside a Supabase project. */
import { addressOf, type Settings, StartError, settingsOf } from './settings';

export interface ServiceSettings
  extends Pick<
    Settings,
    | 'host'
    | 'trustProxy'
    | 'paymentsUrl'
    | 'stripe'
    | 'certificateKeys'
    | 'push'
    | 'sandboxPayments'
    | 'smtp'
    | 'telemetry'
  > {
  port: number;
  supabaseUrl: string;
  supabaseSecretKey: string;
  /** Signs the sandbox's events and links; unused with Stripe. */
  paymentsSecret: string;
  /** The secret of the hook that asks this service about new accounts; undefined = the project has no bot check. */
  botCheckSecret: string | undefined;
  /** Origins of the app, at least one. Checkouts return to the first if the request has no Origin header. */
  allowedOrigins: [string, ...string[]];
}

/** The Supabase project of SUPABASE_URL; undefined without that variable. @throws StartError without its key */
export function projectOf(env: NodeJS.ProcessEnv): { url: string; secretKey: string } | undefined {
  const url = addressOf(env, 'SUPABASE_URL');
  if (!url) return undefined;
  const secretKey = env.SUPABASE_SECRET_KEY;
  if (!secretKey)
    throw new StartError('SUPABASE_SECRET_KEY is missing: the secret key of the project in SUPABASE_URL.');
  return { url, secretKey };
}

/** Settings of the service beside a Supabase project. @throws StartError that names what is missing. */
export function serviceSettingsOf(env: NodeJS.ProcessEnv): ServiceSettings {
  const settings = settingsOf(env);
  const { paymentsPort: port, stripe, allowedOrigins } = settings;
  const project = projectOf(env);
  const [app, ...others] = allowedOrigins;
  if (!project) throw new StartError('SUPABASE_URL and SUPABASE_SECRET_KEY name the project that payments belong to.');
  if (!app) throw new StartError('ALLOWED_ORIGINS names the origins of the app, separated by commas.');
  const paymentsSecret = env.PAYMENTS_SECRET ?? '';
  if (!stripe && paymentsSecret.length < 32)
    throw new StartError('Without STRIPE_SECRET_KEY the test provider needs PAYMENTS_SECRET, 32 characters or more.');
  const botCheckSecret = env.BOT_CHECK_SECRET || undefined;
  if (botCheckSecret && !/^v1,whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(botCheckSecret))
    throw new StartError('BOT_CHECK_SECRET must be the secret of the hook: v1,whsec_ and 32 bytes in base64.');
  return {
    ...settings,
    botCheckSecret,
    port,
    supabaseUrl: project.url,
    supabaseSecretKey: project.secretKey,
    paymentsSecret,
    allowedOrigins: [app, ...others],
  };
}
