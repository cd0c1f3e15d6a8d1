// Serves the built web app. Small files of dist are kept in memory: the build compresses them with brotli, and this module with gzip at the first
// request. Navigations get index.html.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { type Context, Hono } from 'hono';
import { paths } from '../../src/config/paths';
import { respondWithFile, type ServedFile } from '../http/ranged-response';

const mimetypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.mp4': 'video/mp4',
  '.vtt': 'text/vtt; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
};
const compressible = /^(text\/|application\/(json|manifest|wasm)|image\/svg)/;
const phone = /Android|iPhone|iPad|iPod|Mobile/i;
const crawler = /bot|crawl|spider|preview/i;
/** Files above this size (bytes) are streamed with ranges instead of being kept in memory. */
const KEPT_BYTES = 1024 * 1024;

/** Prerendered documents by URL (src/app/prerendered-pages.tsx). `matches`: the user agents that get the document. */
const prerendered = new Map<string, { file: string; matches: (agent: string) => boolean }>([
  // The app redirects phones from the landing page, so only other devices and crawlers get it.
  [paths.landing, { file: '/landing.html', matches: (agent) => !phone.test(agent) || crawler.test(agent) }],
  [paths.login, { file: '/login.html', matches: () => true }],
  [paths.pricingMobile, { file: '/pricing_mobile.html', matches: () => true }],
]);

interface WebFile extends ServedFile {
  type: string;
  cacheControl: string;
  body: Buffer | undefined;
  /** Brotli comes from the build, except for documents, which are compressed here because they contain the origin. */
  br: Promise<Buffer> | undefined;
  gzip: Promise<Buffer> | undefined;
}

function cacheControlOf(path: string): string {
  // These file names contain a hash of the contents.
  if (path.startsWith('assets/') || /-[0-9a-f]{8}\.woff2$/.test(path)) return 'public, max-age=31536000, immutable';
  if (path.endsWith('.html') || path === 'sw.js' || path.endsWith('.webmanifest')) return 'no-cache';
  return 'public, max-age=3600';
}

const etagOf = (bytes: Buffer) => `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`;

function loadFiles(dist: string): Map<string, WebFile> {
  const files = new Map<string, WebFile>();
  if (!existsSync(join(dist, 'index.html'))) return files;
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(dist, path).replaceAll('\\', '/');
    // Rule: do not serve dot files (.vite contains the build manifest), source maps or .br copies under their own URL.
    if (!entry.isFile() || name.split('/').some((part) => part.startsWith('.')) || /\.(map|br)$/.test(name)) continue;
    const { size, mtime } = statSync(path);
    const bytes = readFileSync(path);
    files.set(`/${name}`, {
      path,
      size,
      lastModified: mtime,
      etag: etagOf(bytes),
      type: mimetypes[extname(name)] ?? 'application/octet-stream',
      cacheControl: cacheControlOf(name),
      body: size <= KEPT_BYTES ? bytes : undefined,
      br: existsSync(`${path}.br`) ? readFile(`${path}.br`) : undefined,
      gzip: undefined,
    });
  }
  return files;
}

/** The smallest compressed body that the client accepts; undefined = send the plain body. */
function compressedFor(accepted: string, file: WebFile, body: Buffer) {
  if (file.br && /\bbr\b/.test(accepted)) return { encoding: 'br', body: file.br };
  if (!/\bgzip\b/.test(accepted)) return undefined;
  file.gzip ??= promisify(gzip)(body, { level: 9 });
  return { encoding: 'gzip', body: file.gzip };
}

/** Hashes of the inline scripts, so that the CSP can allow exactly these scripts. */
function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}

/** Maximum number of origins for which a document is cached: a caller can send any Host header, so the cache is bounded. */
const HOSTS = 8;

/** Fills the requested origin into a document, because og:image and og:url need absolute URLs. */
function documentOf(file: WebFile | undefined) {
  if (!file?.body) return undefined;
  const html = file.body.toString('utf8');
  const known = new Map<string, WebFile>();
  const at = (origin: string): WebFile => {
    const body = Buffer.from(html.replaceAll(/(property="og:(?:url|image)" content=")(?=\/)/g, `$1${origin}`));
    const br = promisify(brotliCompress)(body);
    return { ...file, body, size: body.length, etag: etagOf(body), br, gzip: undefined };
  };
  return {
    html,
    of(origin: string): WebFile {
      const made = known.get(origin) ?? at(origin);
      if (known.size < HOSTS) known.set(origin, made);
      return made;
    },
  };
}

export interface WebOptions {
  distDir: string;
  /** Other origins that the page connects to: the service, another Supabase project. */
  connectTo: (host: string) => string[];
}

export function webRoutes(options: WebOptions): Hono {
  const files = loadFiles(options.distDir);
  const shell = documentOf(files.get('/index.html'));
  const drawn = new Map(
    [...prerendered].map(([path, { file, matches }]) => [path, { matches, document: documentOf(files.get(file)) }]),
  );
  const scripts = [
    ...new Set(
      [shell, ...[...drawn.values()].map(({ document }) => document)].flatMap((each) =>
        inlineScriptHashes(each?.html ?? ''),
      ),
    ),
  ];
  const app = new Hono();

  /**
   * The CSP. Rule: only our own scripts run, no eval, no framing.
   * 'wasm-unsafe-eval' lets the decoders of compressed GLB files compile WebAssembly, and allows no script. Videos may come from any https host (videos.video_url).
   * `blob:` in connect-src: three.js reads the textures of a GLB file with fetch. Twin for other hosts: docs/deploy.md.
   */
  const policy = (host: string) =>
    [
      "default-src 'self'",
      `script-src 'self' 'wasm-unsafe-eval' ${scripts.join(' ')}`.trim(),
      "worker-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob: https:",
      "media-src 'self' blob: https:",
      "font-src 'self' data:",
      `connect-src 'self' blob: ws: wss: https: ${options.connectTo(host).join(' ')}`.trim(),
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self' https:",
      "frame-ancestors 'none'",
    ].join('; ');

  async function send(c: Context, file: WebFile): Promise<Response> {
    const headers: Record<string, string> = { 'content-type': file.type, 'cache-control': file.cacheControl };
    if (file.type.startsWith('text/html')) headers['content-security-policy'] = policy(new URL(c.req.url).hostname);
    // Allows the worker to control the whole origin.
    if (file.path.endsWith('sw.js')) headers['service-worker-allowed'] = '/';
    const zip = file.body && compressible.test(file.type);
    if (zip) headers.vary = file.type.startsWith('text/html') ? 'Accept-Encoding, User-Agent' : 'Accept-Encoding';
    if (!file.body || (c.req.header('range') && !file.type.startsWith('text/html')))
      return respondWithFile(c.req.raw, file, headers);
    const packed = zip && compressedFor(c.req.header('accept-encoding') ?? '', file, file.body);
    if (packed) {
      const etag = file.etag.replace(/"$/, `-${packed.encoding}"`);
      if (known(c, etag)) return new Response(null, { status: 304, headers: { ...headers, etag } });
      const body = await packed.body;
      const all = { ...headers, etag, 'content-encoding': packed.encoding, 'content-length': String(body.length) };
      return new Response(c.req.method === 'HEAD' ? null : new Uint8Array(body), { headers: all });
    }
    if (known(c, file.etag)) return new Response(null, { status: 304, headers: { ...headers, etag: file.etag } });
    const all = { ...headers, etag: file.etag, 'content-length': String(file.size) };
    return new Response(c.req.method === 'HEAD' ? null : new Uint8Array(file.body), { headers: all });
  }
  const known = (c: Context, etag: string) =>
    (c.req.header('if-none-match') ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);

  /** The requested origin. Behind a proxy, X-Forwarded-Proto says whether the client used https. */
  const originOf = (c: Context) => {
    const { protocol, host } = new URL(c.req.url);
    return `${c.req.header('x-forwarded-proto') === 'https' ? 'https:' : protocol}//${host}`;
  };

  app.on(['GET', 'HEAD'], '*', async (c) => {
    const file = files.get(c.req.path);
    if (file) return send(c, file);
    if (!shell) return c.text('The web app is not built: run npm start, or npm run build.', 503);
    // Only navigations get index.html, not missing images or scripts. /media/ is never a page: the service worker answers it with offline videos.
    const [mode, accept = ''] = [c.req.header('sec-fetch-mode'), c.req.header('accept')];
    // Link-preview crawlers accept anything and send no Sec-Fetch-Mode.
    const navigates = mode === 'navigate' || /\btext\/html\b/.test(accept) || (!mode && accept.startsWith('*/*'));
    if (navigates && !extname(c.req.path) && !c.req.path.startsWith('/media/')) {
      const found = drawn.get(c.req.path);
      const first = found?.matches(c.req.header('user-agent') ?? '') ? found.document : undefined;
      return send(c, (first ?? shell).of(originOf(c)));
    }
    return c.text('Not found', 404, { 'Cache-Control': 'no-store' });
  });
  // The service worker stores the files that other apps share with this app (share_target). Without a service worker, open the viewer without the file.
  app.post(paths.model, (c) => c.redirect(paths.model, 303));
  return app;
}
