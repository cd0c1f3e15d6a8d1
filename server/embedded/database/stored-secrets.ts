// The secrets of an installation in its PostgreSQL, where every process finds them. No role of the API may use the schema `embedded`.
import { fileSecrets, type SecretStore } from '../../ops/secrets';
import type { Database } from '../contract/database';

const TABLE = `
  create schema if not exists embedded;
  create table if not exists embedded.secrets (name text primary key, value jsonb not null);
  revoke all on embedded.secrets from public;`;

/** Creates the table. Call it while no other process starts. Secrets of an earlier version are taken over from the data folder. */
export async function databaseSecrets({ run }: Pick<Database, 'run'>, dataDir: string): Promise<SecretStore> {
  await run(TABLE);
  const stored = async () => {
    const rows = await run('select name, value from embedded.secrets', []);
    return Object.fromEntries(rows.map(({ name, value }) => [String(name), value]));
  };
  const file = fileSecrets(dataDir);
  return {
    place: file.place,
    read: async () => {
      const secrets = await stored();
      return Object.keys(secrets).length > 0 ? secrets : file.read();
    },
    add: async (secrets) => {
      await run(
        'insert into embedded.secrets (name, value) select key, value from jsonb_each($1::jsonb) on conflict (name) do nothing',
        [JSON.stringify(secrets)],
      );
      return stored();
    },
  };
}
