import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { LOCAL_PUBLISHABLE_KEY } from '@/shared/product';

// Shared by both engines: the app as `npm start` runs it, with a server that tests can stop and start, and a reporter of test steps.

const root = resolve(import.meta.dirname, '../..');
export const PASSWORD = 'Sloy-2026!';

/** A course of the seed, its lesson with a short video, and its quiz. */
export const school = {
  course: 'c0000000-0000-4000-8000-000000000001',
  lesson: 'd0000000-0000-4000-8000-000000000003',
  quiz: 'e0000000-0000-4000-8000-000000000001',
  answers: [
    ['По-гладка стена'],
    ['Вярно'],
    ['Пътя на дюзата във всеки слой', 'Вида и плътността на пълнежа', 'Къде да има подпори'],
    ['Колко филамент подава екструдерът'],
    ['Невярно'],
    ['Части, които започват във въздуха', 'Тънки стени, които са изчезнали', 'Времето и грамовете материал'],
  ],
};

/** The user agent of a phone, because only phones may download lessons. */
export const phoneAgent = (engine: 'Firefox' | 'WebKit') =>
  engine === 'Firefox'
    ? 'Mozilla/5.0 (Android 15; Mobile; rv:153.0) Gecko/153.0 Firefox/153.0'
    : 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile Safari/605.1.15';

/** Installs Debian packages if this process is root. @returns false if it cannot install them; it then prints the command */
export function ensureInstalled(engine: string, program: string, packages: string[]): boolean {
  if (existsSync(program)) return true;
  const command = ['install', '-y', '-q', '--no-install-recommends', ...packages];
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const apt = (args: string[]) =>
      spawnSync('apt-get', args, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    apt(['update', '-q']);
    apt(command);
    if (existsSync(program)) return true;
  }
  console.error(`${engine} is not installed. As root: apt-get ${command.join(' ')}`);
  return false;
}

const freePort = () =>
  new Promise<number>((done, failed) => {
    const server = createServer().once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });

export async function waitFor<T>(what: string, look: () => Promise<T | undefined | false>, ms = 60_000): Promise<T> {
  let last: unknown;
  for (const until = Date.now() + ms; Date.now() < until; await sleep(100)) {
    try {
      const found = await look();
      if (found) return found;
    } catch (error) {
      last = error;
    }
  }
  throw new Error(`${what} did not happen within ${ms / 1000} s`, { cause: last });
}

export interface Product {
  url: string;
  /** Simulates a lost network: the server stops and its port rejects connections. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Signs in to the server's APIs without a browser. */
  caller(email: string): Promise<{ id: string; service: Call; backend: Call }>;
  end(): Promise<void>;
}
type Call = (path: string, body: object) => Promise<unknown>;

async function postJson(url: string, body: object, headers: Record<string, string>): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Runs `npm start` with its own data folder. `pushFile` is a file that contains the port of the local push service. */
export async function openProduct(pushFile: string): Promise<Product> {
  const data = mkdtempSync(join(tmpdir(), 'sloy-engines-'));
  const [port, servicePort] = [await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  let child: ChildProcess | undefined;
  const start = async () => {
    const own = spawn(process.execPath, [join(root, 'server/start.mjs')], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        ...{ PORT: String(port), PAYMENTS_PORT: String(servicePort), DATA_DIR: data, RATE_LIMITS: 'relaxed' },
        NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, '../helpers/push-internet.mjs'))}`,
        PUSH_TEST_PORT_FILE: pushFile,
      },
    });
    child = own;
    await waitFor(
      'The server',
      async () => {
        if (own.exitCode !== null) throw new Error(`it ended with ${own.exitCode}`);
        return (await fetch(`${url}/config.json`)).ok;
      },
      180_000,
    );
  };
  const stop = async () => {
    const own = child;
    child = undefined;
    if (!own || own.exitCode !== null) return;
    const ended = new Promise((done) => own.once('exit', done));
    own.kill('SIGTERM');
    await ended;
  };
  await start();
  return {
    url,
    start,
    stop,
    async caller(email) {
      const apikey = LOCAL_PUBLISHABLE_KEY;
      const session = (await postJson(
        `${url}/auth/v1/token?grant_type=password`,
        { email, password: PASSWORD },
        { apikey },
      )) as { access_token: string; user: { id: string } };
      const authorization = `Bearer ${session.access_token}`;
      return {
        id: session.user.id,
        service: (path, body) => postJson(`http://localhost:${servicePort}${path}`, body, { authorization }),
        backend: (path, body) => postJson(url + path, body, { apikey, authorization }),
      };
    },
    async end() {
      await stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Ids of the learner's journal documents on the server. */
export async function journalOf({ id, backend }: Awaited<ReturnType<Product['caller']>>): Promise<string[]> {
  const [page] = (await backend('/rest/v1/rpc/sync_pull', {
    p_cursors: [{ scope: `journal:${id}`, seq: 0 }],
    p_limit: 1000,
  })) as [{ rows: { deleted: boolean; id: string }[] }];
  return page.rows.filter(({ deleted }) => !deleted).map((row) => row.id);
}

/** Runs and reports the steps of one engine. The first failing step ends the run. */
export class Steps {
  passed = 0;
  failed = 0;
  readonly #engine: string;
  readonly #began = Date.now();

  constructor(engine: string) {
    this.#engine = engine;
  }

  async step(title: string, run: () => Promise<unknown>): Promise<void> {
    const began = Date.now();
    try {
      const note = await run();
      this.passed += 1;
      console.log(
        `  ✓ ${title}${typeof note === 'string' ? ` (${note})` : ''} ${((Date.now() - began) / 1000).toFixed(1)} s`,
      );
    } catch (error) {
      this.failed += 1;
      console.log(`  ✗ ${title}`);
      throw error;
    }
  }

  report(): void {
    const minutes = ((Date.now() - this.#began) / 60_000).toFixed(1);
    console.log(`── ${this.#engine}: ${this.passed} passed, ${this.failed} failed in ${minutes} min`);
  }
}

export function equal(what: string, found: unknown, wanted: unknown): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (a !== b) throw new Error(`${what}: ${a} instead of ${b}`);
}
