/**
 * The installation's secrets, created at the first start: in DATA_DIR/secrets.json, or with DATABASE_URL in the database (embedded/database/
 * stored-secrets.ts), which all processes of an installation share.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from './settings';

export interface Secrets {
  /** Signs access tokens (HS256). */
  jwt_secret: string;
  /** Signs the tokens of signed file URLs (HS256). */
  files_secret: string;
  /** The key that acts as service_role. It never leaves the server. */
  secret_key: string;
  /** Signs the events and the portal links of the sandbox payment provider. */
  payments_secret: string;
}

/** Reads and adds the installation's secrets, including the keys of certificates and of push messages. */
export interface SecretStore {
  /** Names the place in messages. */
  place: string;
  /** The stored secrets by name; undefined if nothing was stored yet. */
  read(): Promise<Record<string, unknown> | undefined>;
  /** Stores the secrets that are missing. Rule: never replace a stored secret. @returns all stored secrets */
  add(secrets: Record<string, unknown>): Promise<Record<string, unknown>>;
}

const newSecret = () => randomBytes(48).toString('base64url');

export const secretsFile = (dataDir: string) => join(dataDir, 'secrets.json');

/** Replaces a JSON file atomically. */
export function writeDurably<S extends object>(file: string, content: S): S {
  const descriptor = openSync(`${file}.new`, 'w', 0o600);
  try {
    writeSync(descriptor, `${JSON.stringify(content, null, 2)}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(`${file}.new`, file);
  return content;
}

const damaged = (place: string) =>
  new StartError(`${place} is damaged. Restore it, or remove it to sign everybody out and start with new secrets.`);

/** The secrets in DATA_DIR/secrets.json, readable by their owner only. */
export function fileSecrets(dataDir: string): SecretStore {
  const place = secretsFile(dataDir);
  const read = async () => {
    if (!existsSync(place)) return undefined;
    try {
      return JSON.parse(readFileSync(place, 'utf8')) as Record<string, unknown>;
    } catch (error) {
      throw error instanceof SyntaxError ? damaged(place) : error;
    }
  };
  return {
    place,
    read,
    add: async (secrets) => {
      const stored = (await read()) ?? {};
      const isComplete = Object.keys(secrets).every((name) => stored[name] !== undefined);
      return isComplete ? stored : writeDurably(place, { ...secrets, ...stored });
    },
  };
}

/** A stored secret, created if it is missing. */
export async function storedSecret(store: SecretStore, name: string, create: () => unknown): Promise<unknown> {
  const stored = (await store.read())?.[name];
  return stored === undefined ? (await store.add({ [name]: await create() }))[name] : stored;
}

const isSecret = (value: unknown): value is string => typeof value === 'string' && value.length >= 32;

/**
 * Loads or creates the secrets. Rule: never replace damaged or lost secrets silently: sessions, push messages and the check of certificates depend on them.
 * @param hasAccounts whether the database has accounts, which need the secrets of earlier
 */
export async function loadSecrets(store: SecretStore, hasAccounts: () => Promise<boolean>): Promise<Secrets> {
  const found = await store.read();
  if (!found && (await hasAccounts()))
    throw new StartError(
      `${store.place} is missing, but the database has accounts. Nothing was changed. Copy it from the server that used this database, ` +
        'or restore it with: npm run backup:restore FILE',
    );
  if (found && !(isSecret(found.jwt_secret) && typeof found.secret_key === 'string')) throw damaged(store.place);
  // An earlier version stored fewer secrets.
  const { jwt_secret, files_secret, secret_key, payments_secret } = await store.add({
    jwt_secret: newSecret(),
    files_secret: newSecret(),
    secret_key: `sb_secret_${randomBytes(24).toString('base64url')}`,
    payments_secret: newSecret(),
    ...found,
  });
  if (isSecret(jwt_secret) && isSecret(files_secret) && typeof secret_key === 'string' && isSecret(payments_secret))
    return { jwt_secret, files_secret, secret_key, payments_secret };
  throw damaged(store.place);
}
