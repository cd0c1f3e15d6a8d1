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
}

/** Rule: a damaged file is never replaced silently, for every session and signed address hangs on it. */
export function loadSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  if (!existsSync(file)) {
    const secrets: Secrets = { jwt_secret: randomBytes(48).toString('base64url'), secret_key: `sb_secret_${randomBytes(24).toString('base64url')}` };
    writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
    return secrets;
  }
  try {
    const found = JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>;
    if (typeof found.jwt_secret === 'string' && found.jwt_secret.length >= 32 && typeof found.secret_key === 'string') {
      return { jwt_secret: found.jwt_secret, secret_key: found.secret_key };
    }
  } catch {
    // Not JSON: the same line as for a file that lacks a secret.
  }
  throw new StartError(`${file} is damaged. Restore it, or remove it to sign everybody out and start with new secrets.`);
}
