// Serves the built web app: files as they are (the build has compressed them with brotli), and documents for navigations.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { paths } from '../../src/shared/paths';
import { documentName } from '../../src/shared/product';
import { isHttps } from '../http/transport-rules';

const phone = /Android|iPhone|iPad|iPod|Mobile/i;
const crawler = /bot|crawl|spider|preview/i;

/** The app redirects phones from these prerendered pages, so only other devices and crawlers get them. */
const notForPhones: readonly string[] = [paths.landing, paths.pricing];
const isForPhones = (path: string, agent: string) =>
  !notForPhones.includes(path) || !phone.test(agent) || crawler.test(agent);

function cacheControlOf(path: string): string {
  // These file names contain a hash of the contents.
  if (path.startsWith('/assets/') || /-[0-9a-f]{8}\.woff2$/.test(path)) return 'public, max-age=31536000, immutable';
  if (path === '/sw.js' || path.endsWith('.webmanifest')) return 'no-cache';
  return 'public, max-age=3600';
}

/** Hashes of the inline scripts, so that the CSP can allow exactly these scripts. */
const inlineScriptHashes = (html: string): string[] =>
  [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );

/** The documents of the build by file name. */
function readDocuments(dist: string): ReadonlyMap<string, string> {
  const names = existsSync(dist) ? readdirSync(dist).filter((name) => name.endsWith('.html')) : [];
  return new Map(names.map((name) => [name, readFileSync(join(dist, name), 'utf8')]));
}

/** Origin that the client requested. */
function originOf(c: Context, trustProxy: boolean): string {
  const { protocol, host } = new URL(c.req.url);
  return `${isHttps(c, trustProxy) ? 'https:' : protocol}//${host}`;
}

/** Fills the requested origin into a document, because og:image and og:url need absolute URLs. */
const withOrigin = (html: string, origin: string) =>
  html.replaceAll(/(property="og:(?:url|image)" content=")(?=\/)/g, `$1${origin}`);

/** Only navigations get a page, not missing images or scripts. /media/ is never a page: the service worker answers it with offline videos. */
function isNavigation({ req }: Context): boolean {
  const [mode, accept = ''] = [req.header('sec-fetch-mode'), req.header('accept')];
  // Link-preview crawlers accept anything and send no Sec-Fetch-Mode.
  const navigates = mode === 'navigate' || /\btext\/html\b/.test(accept) || (!mode && accept.startsWith('*/*'));
  return navigates && !extname(req.path) && !req.path.startsWith('/media/');
}

export interface WebOptions {
  distDir: string;
  trustProxy: boolean;
  /** Other origins that the page connects to: the service, another Supabase project. */
  connectTo: (host: string) => string[];
}

export function webRoutes({ distDir, trustProxy, connectTo }: WebOptions): Hono {
  const documents = readDocuments(distDir);
  const scripts = [...new Set([...documents.values()].flatMap(inlineScriptHashes))];

  /**
   * The CSP. Rule: only our own scripts run, no eval, no framing; Trusted Types let no text become a script or live markup (index.html has the policy).
   * 'wasm-unsafe-eval' lets the decoders of compressed GLB files compile WebAssembly, and allows no script.
   * `https:` stays for pictures, videos and connections, because administrators type addresses of covers and videos on any https host
   * (videos.video_url), which downloads read with fetch. `blob:` in connect-src: three.js reads the textures of a GLB file with fetch.
   * The WebSocket is named, because some browsers do not count it as 'self'. Twin for other hosts: docs/deploy.md.
   */
  const policy = (origin: string) =>
    [
      "default-src 'self'",
      `script-src ${["'self'", "'wasm-unsafe-eval'", ...scripts].join(' ')}`,
      "worker-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob: https:",
      "media-src 'self' blob: https:",
      "font-src 'self' data:",
      `connect-src ${["'self'", origin.replace(/^http/, 'ws'), 'blob:', 'https:', ...connectTo(new URL(origin).hostname)].join(' ')}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types default',
    ].join('; ');

  const send = (c: Context, html: string) => {
    const origin = originOf(c, trustProxy);
    return c.html(withOrigin(html, origin), 200, {
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': policy(origin),
      Vary: 'User-Agent',
    });
  };

  const app = new Hono();
  const files = serveStatic({ root: distDir, precompressed: true });
  const tags = etag();
  // A part of a file must not get a tag of its own.
  app.use('*', (c, next) => (c.req.header('range') ? next() : tags(c, next)), compress());
  app.get('*', async (c, next) => {
    const shell = documents.get('index.html');
    if (!shell) return c.text('The web app is not built: run npm start, or npm run build.', 503);
    if (isNavigation(c)) {
      const page = isForPhones(c.req.path, c.req.header('user-agent') ?? '') && documents.get(documentName(c.req.path));
      return send(c, page || shell);
    }
    const named = documents.get(c.req.path.slice(1));
    if (named) return send(c, named);
    // Rule: do not serve folders, dot files (.vite contains the build manifest), source maps or .br copies under their own URL.
    const isFile = extname(c.req.path) && !/\/\.|\.(map|br)$/.test(c.req.path);
    if (!isFile) return next();
    c.header('Cache-Control', cacheControlOf(c.req.path));
    // Allows the worker to control the whole origin.
    if (c.req.path === '/sw.js') c.header('Service-Worker-Allowed', '/');
    return files(c, next);
  });
  // The service worker stores the files that other apps share with this app (share_target). Without a service worker, open the viewer without the file.
  app.post(paths.model, (c) => c.redirect(paths.model, 303));
  app.get('*', (c) => c.text('Not found', 404, { 'Cache-Control': 'no-store' }));
  return app;
}
