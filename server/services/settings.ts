/** What the environment says, parsed once. Nothing else in the server reads process.env. */
import { resolve } from 'node:path';

/** An error that the person who started the server can act on: printed as one line, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

export interface Settings {
  /** Port of the web app and the Supabase-compatible API; 0 = any free one. */
  port: number;
  /** Port of payments, billing and push; 0 = any free one. */
  paymentsPort: number;
  /** Folder of everything that outlives the process. */
  dataDir: string;
  /** A real PostgreSQL instead of the embedded one. */
  databaseUrl: string | undefined;
  /** The built web app. */
  distDir: string;
  /** Folder with migrations/, seed/, seed-accounts.sql and media/. */
  supabaseDir: string;
  /** 'relaxed' multiplies every rate limit by a thousand: for tests and measurements. */
  rateLimits: 'on' | 'relaxed';
  /** Sign-up asks for a solved challenge. Off only for measurements. */
  botCheck: boolean;
  /** The address of a caller is taken from X-Forwarded-For: only behind a proxy of one's own. */
  trustProxy: boolean;
  /** Other origins that may call the API with credentials of their own (vite preview, a native app), and the build's own backend. */
  allowedOrigins: string[];
  /** Seed files and demo accounts at the first start. */
  seed: boolean;
}

const root = resolve(import.meta.dirname, '../..');

function portOf(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name];
  if (!text) return fallback;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new StartError(`${name}=${text} is not a port (0 to 65535).`);
  return port;
}

/** @throws StartError naming the variable that is wrong. */
export function settingsOf(env: NodeJS.ProcessEnv): Settings {
  const databaseUrl = env.DATABASE_URL || undefined;
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl)) throw new StartError('DATABASE_URL must start with postgres:// or postgresql://.');
  return {
    port: portOf(env, 'PORT', 3000),
    paymentsPort: portOf(env, 'PAYMENTS_PORT', 4242),
    dataDir: resolve(root, env.DATA_DIR || '.data'),
    databaseUrl,
    distDir: resolve(root, 'dist'),
    supabaseDir: resolve(root, 'supabase'),
    rateLimits: env.RATE_LIMITS === 'relaxed' ? 'relaxed' : 'on',
    botCheck: env.BOT_CHECK !== 'off',
    trustProxy: env.TRUST_PROXY === '1',
    allowedOrigins: (env.ALLOWED_ORIGINS ?? '').split(',').filter(Boolean),
    seed: true,
  };
}
