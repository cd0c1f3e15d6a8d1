/**
 * The server's log on stderr: one JSON object per line, or short lines for a terminal. stdout keeps what `npm start` prints for people.
 * Guarantee: each line written while a request is answered carries the request's id and operation.
 * Rule: log nothing personal: no e-mail, address, token, body or query string. Name an account by `accountHash` only.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHmac, randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { securityEvents } from './metrics';
import { loggedReason } from './reported-error';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export const LOG_FORMATS = ['json', 'text'] as const;

export interface LogSettings {
  format: (typeof LOG_FORMATS)[number];
  /** The lowest level that is written. */
  level: (typeof LOG_LEVELS)[number];
}

interface RequestScope {
  request_id: string;
  /** A stable name such as `sync_push`, never a URL. */
  operation: string;
}
export const requestScope = new AsyncLocalStorage<RequestScope>();

type Write = (text: string) => unknown;
const toStderr: Write = (text) => process.stderr.write(text);
let write = toStderr;
let format: LogSettings['format'] = 'json';

/** A line for a terminal: `10:31:07 warn security event=limit_hit operation=auth.token`. */
function textOf(line: string): string {
  const { time, level, msg, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const named = Object.entries(fields).map(([name, value]) => `${name}=${String(value)}`);
  return `${[String(time).slice(11, 19), level, msg, ...named].join(' ')}\n`;
}

export const log = pino(
  {
    level: 'warn' satisfies LogSettings['level'],
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    // A copy, because pino merges the fields of the line into this object.
    mixin: () => ({ ...requestScope.getStore() }),
  },
  { write: (line) => write(format === 'json' ? line : textOf(line)) },
);

/** @param to replaces stderr in tests */
export function configureLog(settings: LogSettings, to: Write = toStderr): void {
  ({ format } = settings);
  log.level = settings.level;
  write = to;
}

let accountKey: string | Buffer = randomBytes(32);

/** Sets the secret of the hashes, so that an account has the same hash after a restart. */
export function setAccountKey(secret: string): void {
  accountKey = secret;
}

/** The name of an account in the log. Without the server's secret, nobody can compute it from an id or an e-mail address. */
export const accountHash = (account: string): string =>
  createHmac('sha256', accountKey).update(`log account ${account}`).digest('hex').slice(0, 16);

type SecurityEvent =
  | 'sign_in'
  | 'failed_sign_in'
  | 'failed_code'
  | 'second_factor_set_up'
  | 'second_factor_removed'
  | 'recovery_code_used'
  | 'limit_hit'
  | 'refused_token'
  | 'refused_signature'
  | 'refused_channel'
  | 'failed_bot_check'
  | 'rejected_documents'
  | 'admin_act';

/** Writes the line of a security event. @param account an id or an e-mail address, which is hashed here */
export function logSecurity(
  event: SecurityEvent,
  {
    account,
    ...fields
  }: { account?: string | null | undefined; [field: string]: string | number | null | undefined } = {},
): void {
  securityEvents.inc({ event });
  const line = { event, ...fields, ...(account ? { account: accountHash(account) } : {}) };
  if (event === 'admin_act' || event === 'sign_in') log.info(line, 'security');
  else log.warn(line, 'security');
}

/** The three innermost places of an error, without its message, which may contain personal data. */
const placesOf = (error: unknown): string[] =>
  (error instanceof Error ? (error.stack ?? '') : '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 3)
    .map((line) => line.trim());

/** Logs a failure that no answer reports. @param what a fixed text that says what failed */
export function logFailure(what: string, error: unknown, fields: Record<string, string | number> = {}): void {
  log.error({ ...fields, reason: loggedReason(error), places: placesOf(error) }, what);
}
