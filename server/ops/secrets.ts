/** The installation's secrets: created at the first start, stored in the data folder, readable by their owner only. */
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

const newSecret = () => randomBytes(48).toString('base64url');

export const secretsFile = (dataDir: string) => join(dataDir, 'secrets.json');

/** Replaces a JSON file atomically. secrets.json also holds the keys of certificates and of push messages. */
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

const isSecret = (value: unknown): value is string => typeof value === 'string' && value.length >= 32;

/** Loads or creates the secrets. Rule: never replace a damaged file silently: every session and signed URL depends on it. */
export function loadSecrets(dataDir: string): Secrets {
  const file = secretsFile(dataDir);
  if (!existsSync(file))
    return writeDurably(file, {
      jwt_secret: newSecret(),
      files_secret: newSecret(),
      secret_key: `sb_secret_${randomBytes(24).toString('base64url')}`,
      payments_secret: newSecret(),
    });
  try {
    const found = JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>;
    const { jwt_secret, secret_key, files_secret, payments_secret } = found;
    const valid = [files_secret, payments_secret].every((secret) => secret === undefined || isSecret(secret));
    if (isSecret(jwt_secret) && typeof secret_key === 'string' && valid) {
      if (files_secret && payments_secret) return { jwt_secret, files_secret, secret_key, payments_secret };
      // An earlier version wrote fewer secrets: add the missing secrets and keep the existing ones.
      return writeDurably(file, {
        ...found,
        jwt_secret,
        files_secret: files_secret ?? newSecret(),
        secret_key,
        payments_secret: payments_secret ?? newSecret(),
      });
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new StartError(
    `${file} is damaged. Restore it, or remove it to sign everybody out and start with new secrets.`,
  );
}
