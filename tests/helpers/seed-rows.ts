/** The rows of the seed school by kind, as a premium account's device receives them. */
import { readdirSync, readFileSync } from 'node:fs';
import { openDatabase } from './database';
import { emptyCopy, follow } from './pull';

const folder = new URL('../../supabase/seed/', import.meta.url);
const READER = 'aaaa0000-0000-4000-8000-00000000beef';

export async function seedRows(): Promise<Map<string, Record<string, unknown>[]>> {
  const database = await openDatabase();
  try {
    for (const name of readdirSync(folder).sort()) await database.exec(readFileSync(new URL(name, folder), 'utf8'));
    await database.exec(`
      insert into auth.users (id, email, email_confirmed_at) values ('${READER}', 'reader@sloy.test', now());
      update public.user_subscriptions set has_premium_plan = true where user_id = '${READER}';
    `);
    const copy = emptyCopy();
    for (const scope of ['public', 'plan:basic', 'plan:premium']) {
      copy.cursor = 0;
      await follow(database, { role: 'authenticated', uid: READER }, scope, copy);
    }
    const rows = new Map<string, Record<string, unknown>[]>();
    for (const [key, { body }] of [...copy.rows].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const kind = key.slice(0, key.indexOf('/'));
      if (body) rows.set(kind, [...(rows.get(kind) ?? []), { id: key.slice(kind.length + 1), ...body }]);
    }
    return rows;
  } finally {
    await database.close();
  }
}
