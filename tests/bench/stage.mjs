// Shared by all measurements: the bench pages (built once), a small server that serves the same rows to all compared stores, and a browser.
import { fork, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { chromium } from 'playwright';
import { build } from 'vite';
import { answerOfRows } from './rows.mjs';

export const root = resolve(import.meta.dirname, '../..');
export const benchDir = join(root, '.bench');
const pagesDir = join(benchDir, 'pages');
export const siteDir = join(benchDir, 'site');
/** Packages to install. `events` replaces Node's module, which PouchDB's browser build expects the bundler to provide. */
const peers = { events: '3.3.0', 'pouchdb-browser': '9.0.0' };
const browserPath = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => existsSync(path));

/** Installs packages into `folder`, separate from the repository's dependencies. */
export function installInto(folder, dependencies) {
  mkdirSync(folder, { recursive: true });
  const manifest = JSON.stringify({ private: true, dependencies });
  const file = join(folder, 'package.json');
  if (existsSync(join(folder, 'node_modules')) && existsSync(file) && readFileSync(file, 'utf8') === manifest) return;
  writeFileSync(file, manifest);
  const done = spawnSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
  if (done.status !== 0) throw new Error('The peers of the bench could not be installed.');
}

/** Installs the compared libraries that the app itself does not use. */
export const installPeers = () => installInto(benchDir, peers);

/** Builds every page of tests/bench/pages into `pagesDir`. */
export async function buildPages() {
  const names = readdirSync(join(import.meta.dirname, 'pages')).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.d.ts'),
  );
  await build({
    root,
    base: './',
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    resolve: {
      alias: [
        { find: 'events', replacement: join(benchDir, 'node_modules/events/events.js') },
        { find: 'pouchdb-browser', replacement: join(benchDir, 'node_modules/pouchdb-browser/lib/index.es.js') },
        { find: /^@\//, replacement: `${root}/src/` },
        { find: /^@sync$/, replacement: `${root}/sync/index.ts` },
        { find: /^@sync\//, replacement: `${root}/sync/` },
      ],
    },
    define: { global: 'globalThis' },
    build: {
      outDir: pagesDir,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        preserveEntrySignatures: 'exports-only',
        input: Object.fromEntries(names.map((name) => [name.slice(0, -3), join(import.meta.dirname, 'pages', name)])),
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunk-[hash].js' },
      },
    },
  });
  for (const name of names) writeFileSync(join(pagesDir, name.replace(/ts$/, 'html')), shellOf(name.slice(0, -3)));
}

const shellOf = (name) =>
  `<!doctype html><html lang="bg"><title>bench</title><body><script type="module" src="./${name}.js"></script>`;

/** Copies the production build and the bench's pages (under /bench/) to `siteDir`, for the embedded server. */
export function makeSite() {
  rmSync(siteDir, { recursive: true, force: true });
  cpSync(join(root, 'dist'), siteDir, { recursive: true });
  cpSync(pagesDir, join(siteDir, 'bench'), { recursive: true });
}

/** The file to which the local push service of `npm run bench phone` writes its port. */
export const pushPortFile = join(benchDir, 'push-port');

/** Runs a TypeScript program of the bench in its own process. `ask(name, ...args)` calls one of its commands. */
export async function forkProgram(name, args = [], { imports = [], flags = [] } = {}) {
  const child = fork(join(import.meta.dirname, name), args, {
    cwd: root,
    execArgv: [...flags, ...['tsx', ...imports].flatMap((each) => ['--import', each])],
    env: { ...process.env, PUSH_TEST_PORT_FILE: pushPortFile },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const waiting = new Map();
  let last = 0;
  const ready = new Promise((done, failed) => {
    waiting.set(0, { done, failed });
    child.once('exit', (code) => {
      for (const { failed: fail } of waiting.values()) fail(new Error(`${name} ended with ${code}.`));
    });
  });
  child.on('message', ({ id, result, error }) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) call?.done(result);
    else call?.failed(new Error(error));
  });
  await ready;
  const ask = (command, ...given) =>
    new Promise((done, failed) => {
      last += 1;
      waiting.set(last, { done, failed });
      child.send({ id: last, name: command, args: given });
    });
  const close = () =>
    new Promise((done) => {
      waiting.clear();
      child.once('exit', done);
      child.send({ id: -1, name: 'close', args: [] });
    });
  return { ask, close };
}

/** Starts the embedded server. Its requests to push services are redirected to the local push service. */
export async function openSchool() {
  const { ask, close } = await forkProgram('school.ts', [siteDir], {
    imports: [join(root, 'tests/helpers/push-internet.mjs')],
  });
  return { ...(await ask('address')), ask, close };
}

const types = { '.js': 'text/javascript', '.html': 'text/html' };

/** Serves cached rows and the bench's pages. */
export async function serveStage() {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const rows = await answerOfRows(request, url);
    if (rows) {
      response
        .writeHead(rows.status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
        .end(rows.body);
      return;
    }
    const file = join(pagesDir, url.pathname);
    if (!file.startsWith(pagesDir) || !existsSync(file)) response.writeHead(404).end();
    else
      response
        .writeHead(200, { 'content-type': types[extname(file)] ?? 'text/plain', 'cache-control': 'max-age=3600' })
        .end(readFileSync(file));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const close = () =>
    new Promise((done) => {
      server.close(done);
      server.closeAllConnections();
    });
  return { origin: `http://localhost:${server.address().port}`, close };
}

export const browserOptions = {
  ...(browserPath ? { executablePath: browserPath } : {}),
  args: [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--disable-quic',
    '--disable-gpu',
    '--autoplay-policy=no-user-gesture-required',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
};

/** Opens a browser with its profile in `folder`. Closing and reopening the browser gives a cold start. */
export const launch = (folder) => chromium.launchPersistentContext(folder, browserOptions);

/** Runs `work` with a temporary folder and deletes the folder afterwards. */
export async function withFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'sloy-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Returns the median; for an even number of values, the mean of the middle two. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** Returns the list rotated by the round number, so that no candidate always runs first. */
export const rotated = (list, round) => list.map((_, index) => list[(index + round) % list.length]);

/** A row of the report that only informs: a missed target does not fail the bench. */
export const row = (what, measured, target, met, figures) => ({ what, measured, target, met, gate: false, figures });

/** Verifies the measured work. @throws Error if the result is wrong */
export function check(ok, message) {
  if (!ok) throw new Error(`Wrong: ${message}`);
}

export const rounded = (value, digits = 0) => Number(value.toFixed(digits));
