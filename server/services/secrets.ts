/** The installation's own secrets: made at the first start, kept in the data folder, readable by its owner alone. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from './settings';

export interface Secrets {
  /** Signs access tokens and signed addresses of files (HS256). */
  jwt_secret: string;
  /** The key that acts as service_role; never leaves the server. */
  secret_key: string;
  /** Signs the events and the portal's addresses of the built-in payment provider. */
  payments_secret: string;
}

const newKey = () => randomBytes(32).toString('base64url');

function writeSecrets(file: string, secrets: Secrets): Secrets {
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return secrets;
}

/** Rule: a damaged file is never replaced silently, for every session and signed address hangs on it. */
export function loadSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  if (!existsSync(file)) {
    const jwt_secret = randomBytes(48).toString('base64url');
    return writeSecrets(file, {
      jwt_secret,
      secret_key: `sb_secret_${randomBytes(24).toString('base64url')}`,
      payments_secret: newKey(),
    });
  }
  try {
    const found = JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>;
    const { jwt_secret, secret_key, payments_secret } = found;
    if (typeof jwt_secret === 'string' && jwt_secret.length >= 32 && typeof secret_key === 'string') {
      if (typeof payments_secret === 'string' && payments_secret.length >= 32)
        return { jwt_secret, secret_key, payments_secret };
      // A file from before payments had a secret: it gets one, the others stay.
      if (payments_secret === undefined)
        return writeSecrets(file, { jwt_secret, secret_key, payments_secret: newKey() });
    }
  } catch {
    // Not JSON: the same line as for a file that lacks a secret.
  }
  throw new StartError(
    `${file} is damaged. Restore it, or remove it to sign everybody out and start with new secrets.`,
  );
}
