// `npm run db:new <verb_object>` creates an empty migration whose name sorts last.
// `npm run db:new -- --checksums` records the checksums of new migrations. Rule: it never changes a recorded checksum.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../supabase/migrations');
const list = join(folder, 'checksums.json');
mkdirSync(folder, { recursive: true });
const files = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .sort();

function recordChecksums() {
  const recorded = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {};
  const fresh = files.filter((file) => !(file in recorded));
  for (const file of fresh) {
    recorded[file] = createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex');
  }
  writeFileSync(list, `${JSON.stringify(recorded, null, 2)}\n`);
  console.log(fresh.length > 0 ? `Recorded: ${fresh.join(', ')}` : 'Every migration has a checksum already.');
}

function createMigration(words) {
  const name = words.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
  if (!/^[a-z0-9]+(_[a-z0-9]+)*$/.test(name)) {
    console.error('Usage: npm run db:new <verb_object>, for example: npm run db:new add_badges');
    process.exit(1);
  }
  const now = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const newest = files
    .map((file) => file.slice(0, 14))
    .filter((stamp) => /^\d{14}$/.test(stamp))
    .at(-1);
  const stamp = newest && newest >= now ? String(BigInt(newest) + 1n) : now;
  const file = join(folder, `${stamp}_${name}.sql`);
  if (existsSync(file)) throw new Error(`${file} exists`);
  writeFileSync(file, '');
  console.log(`supabase/migrations/${stamp}_${name}.sql
Write the change there and the new state in supabase/schemas/, then: npm run db:new -- --checksums`);
}

if (process.argv[2] === '--checksums') recordChecksums();
else createMigration(process.argv[2] ?? '');
