// `npm run db:new NAME`: an empty migration file whose name sorts after all others.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const name = (process.argv[2] ?? '').toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
if (!/^[a-z0-9]+(_[a-z0-9]+)*$/.test(name)) {
  console.error('Usage: npm run db:new <verb_object>, for example: npm run db:new add_badges');
  process.exit(1);
}
const folder = resolve(import.meta.dirname, '../supabase/migrations');
mkdirSync(folder, { recursive: true });
const now = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
const newest = readdirSync(folder)
  .map((file) => file.slice(0, 14))
  .filter((stamp) => /^\d{14}$/.test(stamp))
  .sort()
  .at(-1);
const stamp = newest && newest >= now ? String(BigInt(newest) + 1n) : now;
const file = join(folder, `${stamp}_${name}.sql`);
if (existsSync(file)) throw new Error(`${file} exists`);
writeFileSync(file, '');
console.log(`supabase/migrations/${stamp}_${name}.sql`);
