// Fills a new database: seed rows, demo accounts (through the auth service), videos and files (into storage). Each step is recorded, so that
// an interrupted first start resumes where it stopped.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { compare } from 'bcryptjs';
import { stretchClip } from '../../../supabase/clips/stretch-clip';
import { StartError } from '../../ops/settings';
import type { Backend } from '../contract/backend';
import { runFile } from './migrate';

export const DEMO_PASSWORD = 'Sloy-2026!';
export const demoAccounts = [
  { email: 'free@sloy.test', full_name: 'Николай Тодоров', plan: 'free', admin: false, super: false },
  { email: 'pro@sloy.test', full_name: 'Иван Петров', plan: 'pro', admin: false, super: false },
  { email: 'premium@sloy.test', full_name: 'Елена Димитрова', plan: 'premium', admin: false, super: false },
  { email: 'admin@sloy.test', full_name: 'Ани Маринова', plan: 'premium', admin: true, super: false },
  { email: 'super@sloy.test', full_name: 'Виктор Славов', plan: 'premium', admin: true, super: true },
] as const;

/** Size of the video that the download tests use (lessons/big.mp4), padded from a short clip. Twin: seed/2-lessons.sql. */
const BIG_VIDEO_BYTES = 32 * 1024 * 1024;
const mimetypes: Record<string, string> = {
  '.mp4': 'video/mp4',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.svg': 'image/svg+xml',
  '.pdf': 'application/pdf',
  '.csv': 'text/csv',
  '.vtt': 'text/vtt',
  '.stl': 'model/stl',
  '.3mf': 'model/3mf',
  '.glb': 'model/gltf-binary',
  '.zip': 'application/zip',
};

/** @param withAccounts also creates the demo accounts and their activity. A later start can still add them. */
export async function seedOnce(
  backend: Backend,
  supabaseDir: string,
  { withAccounts }: { withAccounts: boolean },
): Promise<void> {
  const { database } = backend;
  const done = new Set((await database.run('select name from embedded.seeded', [])).map((row) => String(row.name)));
  const step = async (name: string, work: () => Promise<void>) => {
    if (done.has(name)) return;
    await work();
    await database.run('insert into embedded.seeded (name, hash) values ($1, $2)', [name, '']);
  };
  for (const file of seedFiles(supabaseDir)) await seedFile(backend, done, supabaseDir, file);
  if (withAccounts) {
    await step('accounts', () => createDemoAccounts(backend));
    await step('accounts/proven', () => proveDemoAddresses(backend));
    await seedFile(backend, done, supabaseDir, 'seed-accounts.sql');
    await seedFile(backend, done, supabaseDir, 'seed-accounts-discussion.sql');
  }
  const mediaDir = join(supabaseDir, 'media');
  await step('media', () => uploadMedia(backend, mediaDir));
  for (const file of mediaFiles(mediaDir)) await step(`media/${file}`, () => uploadLater(backend, mediaDir, file));
}

/** E-mails of the demo accounts that still have the published password. */
export async function demoAccountsWithPublishedPassword({ database }: Backend): Promise<string[]> {
  const rows = await database.run('select email, encrypted_password from auth.users where email = any ($1)', [
    demoAccounts.map(({ email }) => email),
  ]);
  const published = await Promise.all(
    rows.map(async ({ email, encrypted_password }) =>
      typeof encrypted_password === 'string' && (await compare(DEMO_PASSWORD, encrypted_password))
        ? [String(email)]
        : [],
    ),
  );
  return published.flat();
}

/** The seed files, sorted by name. */
function seedFiles(supabaseDir: string): string[] {
  const folder = join(supabaseDir, 'seed');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.sql')) : [];
  return names.sort().map((name) => `seed/${name}`);
}

/** Runs a seed file and records it in one transaction. */
async function seedFile(backend: Backend, done: Set<string>, supabaseDir: string, name: string): Promise<void> {
  const file = join(supabaseDir, name);
  if (done.has(name) || !existsSync(file)) return;
  const sql = readFileSync(file, 'utf8');
  await backend.database.transaction(async (run) => {
    await runFile(run, `supabase/${name}`, sql);
    await run('insert into embedded.seeded (name, hash) values ($1, $2)', [
      name,
      createHash('sha256').update(sql).digest('hex'),
    ]);
  });
}

/** Marks the demo addresses as confirmed, because nobody reads their e-mail. Also repairs the demo accounts of earlier versions. */
async function proveDemoAddresses({ database }: Backend): Promise<void> {
  await database.run(
    'update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()) where email = any ($1)',
    [demoAccounts.map(({ email }) => email)],
  );
}

async function createDemoAccounts(backend: Backend): Promise<void> {
  const { database } = backend;
  const tables = new Set(
    (await database.run("select table_name from information_schema.tables where table_schema = 'public'", [])).map(
      (row) => row.table_name,
    ),
  );
  for (const account of demoAccounts) {
    const known = await database.run('select id from auth.users where email = $1', [account.email]);
    if (known.length === 0) {
      const answer = await backend.fetch(
        new Request('http://localhost/auth/v1/signup', {
          method: 'POST',
          headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
          body: JSON.stringify({
            email: account.email,
            password: DEMO_PASSWORD,
            data: { full_name: account.full_name },
          }),
        }),
      );
      if (!answer.ok)
        throw new StartError(`The demo account ${account.email} could not be made: ${await answer.text()}`);
    }
    if (tables.has('user_subscriptions') && account.plan !== 'free') {
      await database.run(
        // A demo account gets a plan without an end date instead of a subscription.
        'update public.user_subscriptions set has_pro_plan = $2, has_premium_plan = $3 where lower(email) = $1',
        [account.email, account.plan === 'pro', account.plan === 'premium'],
      );
    }
    if (tables.has('admin_users') && account.admin) {
      await database.run(
        'insert into public.admin_users (email, is_super_admin) values ($1, $2) on conflict (email) do update set is_super_admin = excluded.is_super_admin',
        [account.email, account.super],
      );
    }
  }
}

/**
 * Bucket and key of a media file. The bucket of lessons/<file> is `videos` and the key is the full path; for any other <folder>/<file>, the folder
 * names the bucket and the key is the rest of the path. Twin: seed/1-courses.sql.
 */
function placeOf(path: string): { bucket: string; key: string } {
  const [folder = '', ...rest] = path.split('/');
  if (folder === 'lessons' || rest.length === 0) return { bucket: 'videos', key: path };
  return { bucket: folder, key: rest.join('/') };
}

/** Paths below supabase/media, sorted. */
function mediaFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

async function uploadMedia(backend: Backend, folder: string): Promise<void> {
  for (const file of mediaFiles(folder)) await uploadFile(backend, folder, file);
  const short = join(folder, 'lessons', 'vase.mp4');
  if (existsSync(short)) {
    const big = Readable.from([stretchClip(readFileSync(short), BIG_VIDEO_BYTES)]);
    await upload(backend, 'videos', 'lessons/big.mp4', big, 'video/mp4');
  }
  await recordSizes(backend);
}

/**
 * Uploads a media file that a later version added. A file that is already stored is kept, because an administrator may have replaced it.
 */
async function uploadLater(backend: Backend, folder: string, file: string): Promise<void> {
  const { bucket, key } = placeOf(file);
  const stored = await backend.database.run(
    'select 1 as found from storage.objects where bucket_id = $1 and name = $2',
    [bucket, key],
  );
  if (stored.length > 0) return;
  await uploadFile(backend, folder, file);
  if (bucket === 'videos') await recordSizes(backend);
}

async function uploadFile(backend: Backend, folder: string, file: string): Promise<void> {
  const { bucket, key } = placeOf(file);
  const buckets = await backend.database.run('select id from storage.buckets where id = $1', [bucket]);
  if (buckets.length === 0) return;
  const mimetype = mimetypes[extname(file)] ?? 'application/octet-stream';
  await upload(backend, bucket, key, createReadStream(join(folder, file)), mimetype);
}

async function upload(backend: Backend, bucket: string, key: string, body: Readable, mimetype: string): Promise<void> {
  const init = {
    method: 'POST',
    headers: {
      apikey: backend.secrets.secret_key,
      'content-type': mimetype,
      'cache-control': 'max-age=3600',
      'x-upsert': 'true',
    },
    body: Readable.toWeb(body) as ReadableStream,
    duplex: 'half',
  };
  const answer = await backend.fetch(
    new Request(`http://localhost/storage/v1/object/${bucket}/${encodeURI(key)}`, init),
  );
  if (!answer.ok) throw new StartError(`${bucket}/${key} could not be stored: ${await answer.text()}`);
}

/** Copies the sizes of the stored videos to public.videos.media_bytes. */
async function recordSizes(backend: Backend): Promise<void> {
  const columns = await backend.database.run(
    "select 1 as found from information_schema.columns where table_schema = 'public' and table_name = 'videos' and column_name = 'media_bytes'",
    [],
  );
  if (columns.length === 0) return;
  await backend.database.run(
    `update public.videos v set media_bytes = (o.metadata ->> 'size')::bigint from storage.objects o
      where o.bucket_id = 'videos' and o.name = v.video_url and v.media_bytes is distinct from (o.metadata ->> 'size')::bigint`,
    [],
  );
}
