// `npm run test:processes`: two servers on one PostgreSQL and one S3 store behind a round-robin proxy, one of them killed every 20 s while devices write.
// Every answer must be right and no acknowledged write may be missing. SECONDS sets the length (default: 120).
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { LOCAL_PUBLISHABLE_KEY } from '../../src/shared/product';
import { startCluster } from '../server/postgres-cluster';
import { startS3 } from '../server/s3-server';

const root = resolve(import.meta.dirname, '../..');
const SECONDS = Number(process.env.SECONDS ?? 120);
const KILL_MS = 20_000;
const WRITERS = 4;

const folder = mkdtempSync(join(tmpdir(), 'sloy-processes-'));
const [cluster, store] = await Promise.all([startCluster(), startS3()]);

interface Instance {
  url: string | undefined;
  child: ChildProcess;
}

/** Starts a server in its own process. It has an address once it is ready. */
function launch(name: string): Instance {
  const settings = {
    dataDir: join(folder, name),
    databaseUrl: cluster.databaseUrl,
    s3: store.s3,
    supabaseDir: join(root, 'supabase'),
    seed: true,
    demoAccounts: true,
  };
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', join(root, 'tests/server/child-server.ts'), JSON.stringify(settings)],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, LOG_LEVEL: 'error', NODE_NO_WARNINGS: '1' } },
  );
  const instance: Instance = { url: undefined, child };
  child.stdout?.on('data', (line: Buffer) => {
    instance.url = /^ready (\S+)/.exec(line.toString())?.[1] ?? instance.url;
  });
  return instance;
}

const isReady = async (instance: Instance) => {
  while (!instance.url && instance.child.exitCode === null) await after(100);
  if (!instance.url) throw new Error('a server did not start');
};

const names = ['one', 'two'];
const instances = names.map(launch);
let turn = 0;

/** Passes each request to the next server that is ready; 502 if the connection breaks. */
function forward(request: IncomingMessage, response: ServerResponse): void {
  const ready = instances.flatMap(({ url }) => url ?? []);
  turn += 1;
  const url = ready[turn % ready.length];
  const fail = () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end();
  };
  if (!url) {
    fail();
    return;
  }
  const passed = send(
    url + request.url,
    { method: request.method, headers: request.headers, agent: false },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', fail).pipe(response);
    },
  );
  passed.on('error', fail);
  request.pipe(passed);
}
const proxy = createServer(forward);
await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
const base = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

const wrong: string[] = [];
/** Repeats a request until a server answers it. @returns undefined after a wrong answer */
async function call(path: string, body: object, token?: string): Promise<unknown> {
  for (;;) {
    const answer = await fetch(base + path, {
      method: 'POST',
      headers: {
        apikey: LOCAL_PUBLISHABLE_KEY,
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body),
    }).catch(() => undefined);
    const text = await answer?.text().catch(() => undefined);
    if (answer?.ok && text !== undefined) return JSON.parse(text);
    if (answer && answer.status !== 502 && !answer.ok) {
      wrong.push(`${path}: ${answer.status} ${text}`);
      return undefined;
    }
    await after(200);
  }
}

const signIn = async () =>
  (await call('/auth/v1/token?grant_type=password', { email: 'premium@sloy.test', password: 'Sloy-2026!' })) as {
    access_token: string;
    user: { id: string };
  };

const acknowledged = new Set<string>();
let kills = 0;
let code = 1;
try {
  await Promise.all(instances.map(isReady));
  const ends = Date.now() + SECONDS * 1000;
  const { access_token: token, user } = await signIn();
  type Page = { rows: { kind: string; id: string }[]; seq: number; more: boolean }[];
  const page = (await call(
    '/rest/v1/rpc/sync_pull',
    { p_cursors: [{ scope: 'public', seq: 0 }], p_limit: 500 },
    token,
  )) as Page;
  const lesson = page[0]?.rows.find(({ kind }) => kind === 'videos')?.id;
  const write = async (writer: number) => {
    const session = await signIn();
    for (let n = 0; Date.now() < ends; n += 1) {
      const id = `note/${writer}0000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
      const at = Date.now();
      const data = { video_id: lesson, versions: [{ at, text: `Бележка ${n}`, position: 1, deleted: false }] };
      const doc = { id, kind: 'note', at, active_on: new Date(at).toISOString().slice(0, 10), rev: 0, data };
      const answers = await call('/rest/v1/rpc/sync_push', { p_docs: [doc] }, session.access_token);
      const [{ status }] = (answers ?? [{}]) as [{ status?: string }];
      if (status === 'applied' || status === 'same') acknowledged.add(id);
      else wrong.push(`${id}: ${JSON.stringify(answers)}`);
    }
  };
  const kill = async () => {
    for (let n = 0; Date.now() + KILL_MS < ends; n += 1) {
      await after(KILL_MS);
      const at = n % names.length;
      instances[at]?.child.kill('SIGKILL');
      kills += 1;
      const again = launch(names[at] ?? '');
      instances[at] = again;
      await isReady(again);
    }
  };
  await Promise.all([kill(), ...Array.from({ length: WRITERS }, (_, n) => write(n + 1))]);
  const stored = new Set<string>();
  for (let seq = 0, more = true; more; ) {
    const [next] = (await call(
      '/rest/v1/rpc/sync_pull',
      { p_cursors: [{ scope: `journal:${user.id}`, seq }], p_limit: 1000 },
      token,
    )) as Page;
    for (const { id } of next?.rows ?? []) stored.add(id);
    seq = next?.seq ?? seq;
    more = next?.more ?? false;
  }
  const lost = [...acknowledged].filter((id) => !stored.has(id));
  console.log(
    `${acknowledged.size} acknowledged writes, ${kills} kills: ${lost.length} lost, ${wrong.length} wrong answers`,
  );
  for (const line of [...lost, ...wrong].slice(0, 20)) console.error(line);
  if (lost.length + wrong.length === 0 && acknowledged.size > 0) code = 0;
} finally {
  for (const { child } of instances) child.kill('SIGKILL');
  proxy.closeAllConnections();
  proxy.close();
  await cluster.stop();
  await store.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(code);
