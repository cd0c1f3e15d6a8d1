// The baseline for our screens: a page of bare React and a page with a bare video element. Our service worker precaches these two pages instead
// of the app.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { benchDir, root } from './stage.mjs';

const siteDir = join(benchDir, 'bare');
const pagesDir = join(benchDir, 'pages');
const types = { '.js': 'text/javascript', '.html': 'text/html', '.mp4': 'video/mp4' };
const page = (body) => `<!doctype html><html lang="bg"><meta charset="utf-8"><title>bare</title><body>${body}`;

const shared = { root, configFile: false, logLevel: 'error', publicDir: false, resolve: { tsconfigPaths: true } };

/** Builds the pages and their service worker. `video` is the URL of the downloaded video. */
async function buildBareSite(video) {
  await build({
    ...shared,
    oxc: { jsx: { runtime: 'automatic' } },
    build: {
      outDir: siteDir,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(import.meta.dirname, 'bare/page.tsx'), output: { entryFileNames: 'page.js' } },
    },
  });
  writeFileSync(
    join(siteDir, 'index.html'),
    page('<div id="root"></div><script type="module" src="/page.js"></script>'),
  );
  // The service worker caches only pages that contain `<div id="root">`, so this page has one too.
  writeFileSync(
    join(siteDir, 'video.html'),
    page(`<div id="root"><video src="${video}" preload="metadata" muted></video></div>`),
  );
  const revision = String(Date.now());
  const precached = readdirSync(siteDir).map((url) => ({ url, revision }));
  await build({
    ...shared,
    define: { 'self.__WB_MANIFEST': JSON.stringify(precached) },
    build: {
      outDir: siteDir,
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: { input: join(root, 'sw/sw.ts'), output: { entryFileNames: 'sw.js', codeSplitting: false } },
    },
  });
}

/** Serves the bare pages (compressed like the app's pages), the bench's modules under /bench/, and one video. */
export async function openBareSite(video, videoFile) {
  await buildBareSite(video);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file =
      pathname === '/video.mp4'
        ? videoFile
        : pathname.startsWith('/bench/')
          ? join(pagesDir, pathname.slice(7))
          : join(siteDir, pathname);
    const found = pathname === '/' ? join(siteDir, 'index.html') : file;
    if (!existsSync(found)) {
      response.writeHead(404).end();
      return;
    }
    const type = types[extname(found)] ?? 'text/plain';
    const bytes = readFileSync(found);
    const zipped = type.startsWith('text');
    response.writeHead(200, {
      'content-type': type,
      'cache-control': 'no-cache',
      ...(zipped ? { 'content-encoding': 'gzip' } : {}),
    });
    response.end(zipped ? gzipSync(bytes) : bytes);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const close = () =>
    new Promise((done) => {
      server.close(done);
      server.closeAllConnections();
    });
  return { url: `http://localhost:${server.address().port}`, close };
}
