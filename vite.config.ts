import { execFileSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { CONSOLE_PREFIX, chunkGroups, fileNames, preloadedWith, preloadScreens } from './server/build/chunks';
import { compressFiles } from './server/build/compress-plugin';
import { manifest } from './server/build/manifest';
import { prerenderPages } from './server/build/prerender-plugin';
import { prices } from './server/build/prices';
import { screenFiles } from './server/build/screen-files';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** jsPDF asks for these and never needs them here: 107 kB of chunks that nobody would run. */
const empty = here('./src/lib/empty-module.ts');
/** react-router's package names only its development build for browsers. */
const router = (file: string) => here(`./node_modules/react-router/dist/production/${file}.mjs`);
const routerAliases = [
  { find: /^react-router$/, replacement: router('index') },
  { find: /^react-router\/dom$/, replacement: router('dom-export') },
];

/** The PWA plugin names the built worker after its source, `main.js`; its address is /sw.js, for good. */
function workerName(): Plugin {
  let folder = '';
  return {
    name: 'worker-name',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir);
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        const code = await readFile(resolve(folder, 'main.js'), 'utf8');
        await rm(resolve(folder, 'main.js'));
        // Names with a hash need no revision: Workbox accepts them as strings. The others need a few of its digits. Both make the worker smaller.
        const smaller = code
          .replace(/\{"revision":null,"url":("[^"]+")\}/g, '$1')
          .replace(/("revision":"[0-9a-f]{8})[0-9a-f]+"/g, '$1"');
        await writeFile(resolve(folder, 'sw.js'), smaller);
      },
    },
  };
}

/** The PWA plugin builds the worker with an option whose old name Rolldown warns about, and reports each step of it. */
function workerInOneFile(): Plugin {
  return {
    name: 'worker-in-one-file',
    config: ({ build }) => {
      const { output } = build?.rollupOptions ?? {};
      if (output && !Array.isArray(output)) {
        delete output.inlineDynamicImports;
        output.codeSplitting = false;
      }
      return { logLevel: 'warn' };
    },
  };
}

/** The commit that is built, for the settings of the console; empty outside a repository. */
function commit(): string {
  if (process.env.COMMIT) return process.env.COMMIT.slice(0, 12);
  try {
    const options = { cwd: here('.'), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] } as const;
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], options).trim();
  } catch {
    return '';
  }
}

export default defineConfig(async ({ command }) => {
  const screens = command === 'build' ? await screenFiles() : [];
  return {
    plugins: [
      react({ compiler: true }),
      tailwindcss(),
      VitePWA({
        strategies: 'injectManifest',
        srcDir: 'sw',
        filename: 'main.ts',
        injectRegister: false,
        registerType: 'prompt',
        manifest,
        // The icons are among the patterns below.
        includeManifestIcons: false,
        injectManifest: {
          globPatterns: ['index.html', 'assets/**/*.{js,css,woff2,svg}', 'fonts/*.woff2', 'icons/*.{svg,png}'],
          // Few make papers: the library comes with the first one and is kept then (sw/cache-rules.ts).
          // The same for 3D models: the viewer is as large as the start of the app.
          // The console is for administrators: its files are named and kept like those of 3D models.
          globIgnores: [
            'assets/jspdf*.js',
            'assets/{model-viewer,mesh-worker,glb-model}*.js',
            `assets/${CONSOLE_PREFIX}*.{js,css}`,
          ],
          maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
          buildPlugins: { vite: [workerInOneFile()] },
        },
      }),
      workerName(),
      prices(),
      preloadScreens(screens),
      prerenderPages(),
      compressFiles(),
    ],
    define: { 'import.meta.env.VITE_COMMIT': JSON.stringify(commit()) },
    resolve: {
      tsconfigPaths: true,
      alias: [
        ...['html2canvas', 'canvg', 'dompurify'].map((find) => ({ find, replacement: empty })),
        ...(command === 'build' ? routerAliases : []),
      ],
    },
    build: {
      target: 'es2022',
      manifest: true,
      modulePreload: { polyfill: false, resolveDependencies: preloadedWith },
      // The largest chunk is the viewer of 3D models, loaded on demand (kB). The size tests limit what each screen loads.
      chunkSizeWarningLimit: 640,
      rolldownOptions: {
        output: {
          ...(command === 'build' ? fileNames : {}),
          codeSplitting: { groups: command === 'build' ? chunkGroups(screens) : [] },
        },
      },
    },
    worker: { format: 'es' },
    server: { port: 5173 },
  };
});
