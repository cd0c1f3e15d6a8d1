/** Parses the environment variables. Rule: no other server module evaluates them. */
import { resolve } from 'node:path';
import { LOG_FORMATS, LOG_LEVELS, type LogSettings } from '../telemetry/log';
import { hasLocalMailbox, reachableBy } from './reachable';

/** An error that the person who starts the server can fix: printed as one line without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

export interface Settings {
  /** Port of the web app and the Supabase-compatible API; 0 = any free one. */
  port: number;
  /** Network interface on which both ports listen. */
  host: string;
  /** Port of the service and of the local mailbox; 0 = any free one. */
  paymentsPort: number;
  /** Folder for all data that outlives the process. */
  dataDir: string;
  /** URL of a PostgreSQL server that replaces the embedded database. */
  databaseUrl: string | undefined;
  /** The S3 store of files; undefined = they are in the data folder. */
  s3: S3Settings | undefined;
  /** The built web app. */
  distDir: string;
  /** Folder with migrations/, seed/, seed-accounts.sql and media/. */
  supabaseDir: string;
  /** 'relaxed' multiplies every rate limit by a thousand and makes the bot check cheap, for tests and measurements. */
  rateLimits: 'on' | 'relaxed';
  /** Require a solved bot check at sign-up. Off only for measurements. */
  botCheck: boolean;
  /** Take the caller's address from X-Forwarded-For. Set this only if the server is behind your own proxy. */
  trustProxy: boolean;
  /** Other origins that may call the API with credentials: vite preview, a native app, the app's own origin behind a TLS proxy. */
  allowedOrigins: string[];
  /** Public URL of port 4242 behind a proxy; undefined = derived from the request. */
  paymentsUrl: string | undefined;
  /** URL of the Supabase project that the built app uses; undefined = it uses this server. */
  supabaseUrl: string | undefined;
  /** Stripe's settings; undefined = the sandbox provider. */
  stripe: StripeSettings | undefined;
  /** Private keys that sign certificates, as JSON; undefined = those in secrets.json. */
  certificateKeys: string | undefined;
  push: PushSettings;
  /** The native app that may open links of this product; undefined = none. */
  androidApp: AndroidApp | undefined;
  /** Apply the seed files at the first start. */
  seed: boolean;
  /** The mail server; undefined = e-mails are read in the local mailbox. */
  smtp: SmtpSettings | undefined;
  /** Show the e-mails of a server without SMTP_URL on a page of this machine. Off wherever others might reach that page, also through a proxy. */
  localMailbox: boolean;
  /** Names of the variables that make this server reachable for others; undefined = this machine only. */
  reachable: string | undefined;
  /** Create demo accounts with the published password at the first start. */
  demoAccounts: boolean;
  /** Offer payments with the sandbox, which grants plans without money. */
  sandboxPayments: boolean;
  telemetry: TelemetrySettings;
}

export interface TelemetrySettings {
  log: LogSettings;
  /** The Bearer token of /metrics; undefined = only this machine may read it. */
  metricsToken: string | undefined;
}

export interface AndroidApp {
  packageName: string;
  /** SHA-256 of the certificates that sign the app: 32 pairs of hexadecimal digits, separated by colons. */
  fingerprints: string[];
}

export interface S3Settings {
  bucket: string;
  /** URL of a store that is not Amazon's; undefined = Amazon's of the region. */
  endpoint: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface SmtpSettings {
  /** smtp:// or smtps://, with user and password. */
  url: string;
  /** Sender of every e-mail. */
  from: string;
}

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** URL of Stripe's customer portal login page. */
  portalLogin: string | undefined;
  /** Address of Stripe's API, for tests. */
  api?: { host: string; port: number; protocol: 'http' | 'https' };
}

export interface PushSettings {
  /** VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT. Without keys, the pair in secrets.json is used. */
  vapid: { publicKey: string | undefined; privateKey: string | undefined; subject: string | undefined };
  /** The JSON of a Firebase service account; undefined = native devices receive nothing. */
  fcmServiceAccount: string | undefined;
  /** Hosts of push services besides the known ones (PUSH_HOSTS). */
  hosts: string[];
}

const root = resolve(import.meta.dirname, '../..');

function portOf(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name];
  if (!text) return fallback;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new StartError(`${name}=${text} is not a port (0 to 65535).`);
  return port;
}

export function addressOf(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new StartError(`${name} must be an address that begins with http:// or https://.`);
  return text.replace(/\/+$/, '');
}

/** Rule: refuse to start with Stripe but without its webhook secret, because payments would then grant nothing. */
export function stripeOf(env: NodeJS.ProcessEnv): StripeSettings | undefined {
  const secretKey = env.STRIPE_SECRET_KEY;
  if (!secretKey) return undefined;
  const webhookSecret = env.STRIPE_WEBHOOK_SECRET;
  if (!webhookSecret)
    throw new StartError('STRIPE_SECRET_KEY is set but STRIPE_WEBHOOK_SECRET is not: no payment could be believed.');
  return { secretKey, webhookSecret, portalLogin: addressOf(env, 'STRIPE_PORTAL_URL') };
}

/** Rule: PUSH_HOSTS contains host names only; the sender rejects a name that resolves to an address inside the network. */
function pushOf(env: NodeJS.ProcessEnv): PushSettings {
  const hosts = (env.PUSH_HOSTS ?? '').split(',').filter(Boolean);
  if (!hosts.every((host) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host)))
    throw new StartError('PUSH_HOSTS must be host names in lower case, separated by commas.');
  return {
    vapid: {
      publicKey: env.VAPID_PUBLIC_KEY || undefined,
      privateKey: env.VAPID_PRIVATE_KEY || undefined,
      subject: env.VAPID_SUBJECT || undefined,
    },
    fcmServiceAccount: env.FCM_SERVICE_ACCOUNT || undefined,
    hosts,
  };
}

/** Parses ANDROID_APP: `bg.sloy.app=AB:CD:…`, with commas between several fingerprints. */
function androidAppOf(env: NodeJS.ProcessEnv): AndroidApp | undefined {
  const text = env.ANDROID_APP;
  if (!text) return undefined;
  const [packageName = '', prints = ''] = text.split('=');
  const fingerprints = prints.toUpperCase().split(',');
  const isName = /^[a-z]\w*(\.[a-z]\w*)+$/i.test(packageName);
  if (!isName || !fingerprints.every((print) => /^[0-9A-F]{2}(:[0-9A-F]{2}){31}$/.test(print)))
    throw new StartError('ANDROID_APP must be the package and its SHA-256 fingerprints: bg.sloy.app=AB:CD:…');
  return { packageName, fingerprints };
}

/** The sender is MAIL_FROM, or the user of SMTP_URL if that is an address. */
function smtpOf(env: NodeJS.ProcessEnv): SmtpSettings | undefined {
  const url = env.SMTP_URL;
  if (!url) return undefined;
  if (!/^smtps?:\/\//.test(url) || !URL.canParse(url))
    throw new StartError('SMTP_URL must begin with smtp:// or smtps://.');
  const from = env.MAIL_FROM || decodeURIComponent(new URL(url).username);
  if (!from.includes('@'))
    throw new StartError('MAIL_FROM names the sender of e-mails, for example school@example.com.');
  return { url, from };
}

function s3Of(env: NodeJS.ProcessEnv): S3Settings | undefined {
  const {
    STORAGE_S3_BUCKET: bucket,
    STORAGE_S3_ACCESS_KEY: accessKeyId,
    STORAGE_S3_SECRET_KEY: secretAccessKey,
    STORAGE_S3_REGION: region,
  } = env;
  if (!bucket) return undefined;
  if (!accessKeyId || !secretAccessKey)
    throw new StartError('STORAGE_S3_BUCKET needs STORAGE_S3_ACCESS_KEY and STORAGE_S3_SECRET_KEY.');
  return {
    bucket,
    endpoint: addressOf(env, 'STORAGE_S3_ENDPOINT'),
    region: region || 'us-east-1',
    accessKeyId,
    secretAccessKey,
  };
}

function optionOf<T extends string>(env: NodeJS.ProcessEnv, name: string, known: readonly T[], fallback: T): T {
  const text = env[name];
  const found = known.find((option) => option === text);
  if (text && !found) throw new StartError(`${name}=${text} is not one of ${known.join(', ')}.`);
  return found ?? fallback;
}

/** A terminal shows short lines, and only what needs attention, so that the printed URLs stay in view. */
function telemetryOf(env: NodeJS.ProcessEnv): TelemetrySettings {
  const format = optionOf(env, 'LOG_FORMAT', LOG_FORMATS, process.stderr.isTTY ? 'text' : 'json');
  const level = optionOf(env, 'LOG_LEVEL', LOG_LEVELS, format === 'text' ? 'warn' : 'info');
  const metricsToken = env.METRICS_TOKEN || undefined;
  if (metricsToken && !/^[\w.-]{16,}$/.test(metricsToken))
    throw new StartError('METRICS_TOKEN must have 16 characters or more: letters, digits, “_”, “-” and “.”.');
  return { log: { format, level }, metricsToken };
}

/** @throws StartError that names the invalid variable. */
export function settingsOf(env: NodeJS.ProcessEnv): Settings {
  const databaseUrl = env.DATABASE_URL || undefined;
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl))
    throw new StartError('DATABASE_URL must start with postgres:// or postgresql://.');
  const stripe = stripeOf(env);
  // Rule: a server that others can reach gets no demo accounts and no sandbox payments, unless the variables ask for them.
  const reachable = reachableBy(env);
  return {
    host: env.HOST || '127.0.0.1',
    port: portOf(env, 'PORT', 3000),
    paymentsPort: portOf(env, 'PAYMENTS_PORT', 4242),
    dataDir: resolve(root, env.DATA_DIR || '.data'),
    databaseUrl,
    s3: s3Of(env),
    distDir: resolve(root, 'dist'),
    supabaseDir: resolve(root, 'supabase'),
    rateLimits: env.RATE_LIMITS === 'relaxed' ? 'relaxed' : 'on',
    botCheck: env.BOT_CHECK !== 'off',
    trustProxy: env.TRUST_PROXY === '1',
    allowedOrigins: (env.ALLOWED_ORIGINS ?? '').split(',').filter(Boolean),
    paymentsUrl: addressOf(env, 'PAYMENTS_URL'),
    supabaseUrl: addressOf(env, 'VITE_SUPABASE_URL'),
    stripe,
    certificateKeys: env.CERTIFICATE_KEYS || undefined,
    push: pushOf(env),
    androidApp: androidAppOf(env),
    smtp: smtpOf(env),
    localMailbox: hasLocalMailbox(env),
    seed: true,
    reachable,
    demoAccounts: !reachable || env.SEED === 'demo',
    sandboxPayments: !stripe && (!reachable || env.PAYMENTS === 'sandbox'),
    telemetry: telemetryOf(env),
  };
}
