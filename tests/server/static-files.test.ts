/** The server sends the files of the built web app compressed, and with the right caching headers. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { webRoutes } from '../../server/web/static-files';
import { tempDir, writeDist } from './harness';

const { path, remove } = tempDir();
const distDir = writeDist(path);
const asset = join(distDir, 'assets', 'app-1a2b.js');
let app: ReturnType<typeof webRoutes>;

beforeAll(() => {
  writeFileSync(`${asset}.br`, brotliCompressSync(readFileSync(asset)));
  mkdirSync(join(distDir, 'fonts'));
  for (const name of ['name-0a1b2c3d.woff2', 'name.ttf']) writeFileSync(join(distDir, 'fonts', name), 'font');
  app = webRoutes({ distDir, trustProxy: false, connectTo: () => [] });
});
afterAll(remove);

const get = (url: string, encodings: string, headers: Record<string, string> = {}) =>
  app.request(`http://sloy.test${url}`, { headers: { 'accept-encoding': encodings, ...headers } });
const bytes = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

it('sends the brotli copy of the build, gzip to clients without brotli, and the bytes to all others', async () => {
  const plain = readFileSync(asset);
  const answers = await Promise.all(
    ['gzip, deflate, br', 'gzip', 'identity'].map((each) => get('/assets/app-1a2b.js', each)),
  );
  expect(answers.map(({ headers }) => headers.get('content-encoding'))).toEqual(['br', 'gzip', null]);
  const [br, zipped, whole] = await Promise.all(answers.map(bytes));
  expect([br && brotliDecompressSync(br), zipped && gunzipSync(zipped), whole]).toEqual([plain, plain, plain]);
  const tags = answers.map(({ headers }) => headers.get('etag') ?? '');
  expect(new Set(tags).size).toBe(3);
  expect((await get('/assets/app-1a2b.js', 'br', { 'if-none-match': tags[0] ?? '' })).status).toBe(304);
  expect((await get('/assets/app-1a2b.js', 'gzip', { 'if-none-match': tags[0] ?? '' })).status).toBe(200);
  expect((await get('/assets/app-1a2b.js.br', 'br')).status).toBe(404);
});

it('compresses a document with its origin', async () => {
  const answer = await get('/login', 'br, gzip', { accept: 'text/html' });
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect(answer.headers.get('vary')).toMatch(/User-Agent.*Accept-Encoding/);
  expect(gunzipSync(await bytes(answer)).toString()).toContain('<form>');
});

it('names the secure WebSocket of a page that came over https', async () => {
  const behindProxy = webRoutes({ distDir, trustProxy: true, connectTo: () => ['https://service.test'] });
  const headers = { accept: 'text/html', 'x-forwarded-proto': 'https' };
  const page = await behindProxy.request('http://sloy.test/login', { headers });
  expect(page.headers.get('content-security-policy')).toContain(
    "; connect-src 'self' wss://sloy.test blob: https: https://service.test; ",
  );
});

it('lets browsers keep files whose name contains a hash of their contents', async () => {
  const names = ['/assets/app-1a2b.js', '/fonts/name-0a1b2c3d.woff2', '/fonts/name.ttf', '/sw.js'];
  const answers = await Promise.all(names.map((name) => get(name, 'identity')));
  const forever = 'public, max-age=31536000, immutable';
  expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual([
    ...[forever, forever],
    ...['public, max-age=3600', 'no-cache'],
  ]);
});

it('opens the model viewer for a file that is shared while no service worker keeps it', async () => {
  const answer = await app.request('http://sloy.test/model', { method: 'POST', body: new FormData() });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/model']);
});
