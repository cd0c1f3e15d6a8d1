/**
 * Runs the embedded backend in its own process, as `npm start` does. Commands arrive over the IPC channel:
 * `{id, name, args}` in, `{id, result | error}` out.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sign } from 'hono/jwt';
import { startServer } from '../../server/boot';
import { settingsOf } from '../../server/ops/settings';
import { stretchClip } from '../../supabase/clips/stretch-clip';
import { createPostgresFolder } from '../helpers/postgres-template';
import { answerCommands } from './shared/commands';
import { wallClock } from './wall-clock.mjs';

const root = resolve(import.meta.dirname, '../..');
const dataDir = mkdtempSync(join(tmpdir(), 'sloy-bench-'));
const [distDir = join(root, 'dist')] = process.argv.slice(2);
await createPostgresFolder(dataDir);
const settings = settingsOf({
  PORT: '0',
  PAYMENTS_PORT: '0',
  DATA_DIR: dataDir,
  BOT_CHECK: 'off',
  RATE_LIMITS: 'relaxed',
});
const { url, backend, close } = await startServer({ ...settings, distDir });
const { database, secrets, publishableKey } = backend;

/** Time (ms) of the last commit, taken when the database notifies its listeners. */
let committedAt = 0;
await database.listen('realtime', () => {
  committedAt = wallClock();
});

const commands = {
  address: () => ({ url, key: publishableKey }),

  /** Signs up an account and grants the premium plan. */
  async account(name: string) {
    const [email, password] = [`${name}@bench.test`, 'Bench-2026!'];
    const answer = await fetch(`${url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password, data: { full_name: name } }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    await database.run('update public.user_subscriptions set has_premium_plan = true where lower(email) = $1', [email]);
    const [row] = await database.run('select id from auth.users where email = $1', [email]);
    return { uid: String(row?.id), email, password };
  },

  /** Creates many premium learners with one-hour tokens directly in the database, because their sign-up is not measured. */
  async learners(count: number, name = 'learner') {
    const rows = await database.run(
      `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
         select gen_random_uuid(), $1::text || '-' || n || '@bench.test', now(), '{"full_name": "Мария Илиева"}' from generate_series(1, ${Number(count)}) n
         returning id, email`,
      [name],
    );
    await database.run('update public.user_subscriptions set has_premium_plan = true where email like $1', [
      `${name}-%@bench.test`,
    ]);
    const iat = Math.floor(Date.now() / 1000);
    return Promise.all(
      rows.map(async ({ id, email }) => {
        const claims = { sub: String(id), email, aud: 'authenticated', role: 'authenticated', iat, exp: iat + 3_600 };
        return { uid: String(id), token: await sign(claims, secrets.jwt_secret, 'HS256') };
      }),
    );
  },

  /** Commits a change for one account. @returns the commit time (ms). */
  async notify(uid: string, title: string) {
    await database.run("insert into public.notifications (user_id, title, message) values ($1, $2, 'Ново')", [
      uid,
      title,
    ]);
    return committedAt;
  },

  sql: (text: string, params: unknown[] = []) => database.run(text, params),

  /** Runs a SQL script and reloads the REST schema. */
  async script(text: string) {
    await database.run(text);
    await database.connection.clearSchemaCache();
    await database.connection.introspect({ useCache: true });
  },

  /** Stores a video of this size in the private bucket. */
  async video(key: string, bytes: number) {
    const video = stretchClip(readFileSync(join(root, 'supabase/media/lessons/vase.mp4')), bytes);
    const answer = await fetch(`${url}/storage/v1/object/videos/${key}`, {
      method: 'POST',
      headers: { apikey: secrets.secret_key, 'content-type': 'video/mp4', 'x-upsert': 'true' },
      body: new Uint8Array(video),
    });
    if (!answer.ok) throw new Error(await answer.text());
  },

  async signed(key: string) {
    const answer = await fetch(`${url}/storage/v1/object/sign/videos/${key}`, {
      method: 'POST',
      headers: { apikey: secrets.secret_key, 'content-type': 'application/json' },
      body: JSON.stringify({ expiresIn: 3_600 }),
    });
    const { signedURL } = (await answer.json()) as { signedURL: string };
    return `${url}/storage/v1${signedURL}`;
  },

  /** Queues the daily reminder, as the 17:00 job does, and wakes this server's push sender. @returns the number of devices */
  async remind(at: string) {
    const [row] = await database.run(
      "select sync.queue_push_reminders($1::timestamptz) as devices, pg_notify('push', '')",
      [at],
    );
    return Number(row?.devices);
  },

  /** Returns the resident memory (bytes) and the CPU time (ms) of this process. */
  usage() {
    const { user, system } = process.cpuUsage();
    return { bytes: process.memoryUsage().rss, cpu: (user + system) / 1000 };
  },

  async close() {
    await close();
    rmSync(dataDir, { recursive: true, force: true });
    setImmediate(() => process.exit(0));
  },
};

answerCommands(commands);
