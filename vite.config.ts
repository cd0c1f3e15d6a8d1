import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { compressFiles } from './server/build/compress-plugin';
import { manifest } from './server/build/manifest';
import { prerenderPages } from './server/build/prerender-plugin';
import { mobileAgent } from './src/shared/product';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** Replaces packages that jsPDF imports but the product never runs; they would add 107 kB. */
const empty = here('./src/shared/empty-module.ts');
/** Selects Dexie's build for current browsers: its package exports only the one for old browsers, which is larger. */
const dexieAlias = { find: /^dexie$/, replacement: here('./node_modules/dexie/dist/modern/dexie.mjs') };
/** Selects react-router's production build: its package exports only the development build to browsers. */
const router = (file: string) => here(`./node_modules/react-router/dist/production/${file}.mjs`);
const routerAliases = [
  { find: /^react-router$/, replacement: router('index') },
  { find: /^react-router\/dom$/, replacement: router('dom-export') },
];

/** Builds the worker as one file and hides the output: the PWA plugin uses an option that Rolldown warns about, and logs each step. */
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

/** True for code that only the console loads. The worker recognises its files by the prefix `admin-` (sw/cache-rules.ts): they are not precached. */
const isConsole = (id: string) =>
  /[\\/]features[\\/]((console|console-kit|uploads)|[^\\/]+[\\/]console)[\\/]|[\\/]transfers[\\/]uploads[\\/]|[\\/]routing[\\/]console-/.test(
    id,
  );

/** Gives the script of index.html the pattern that recognises phones. */
const mobileAgentPattern: Plugin = {
  name: 'mobile-agent',
  transformIndexHtml: { order: 'pre', handler: (html) => html.replace('%MOBILE_AGENT%', mobileAgent.source) },
};

/** Git commit of this build; empty outside a repository. */
function commit(): string {
  if (process.env.COMMIT) return process.env.COMMIT.slice(0, 12);
  try {
    const options = { cwd: here('.'), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] } as const;
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], options).trim();
  } catch {
    return '';
  }
}

/** Writes the commit, which the console's settings show, into index.html: inside a chunk it would change the names of most files with each commit, and every device would download them again. */
function commitName(): Plugin {
  return {
    name: 'commit-name',
    transformIndexHtml: () => [{ tag: 'meta', attrs: { name: 'commit', content: commit() }, injectTo: 'head' }],
  };
}

export default defineConfig(({ command }) => {
  return {
    plugins: [
      react({ compiler: true }),
      tailwindcss(),
      VitePWA({
        strategies: 'injectManifest',
        srcDir: 'sw',
        filename: 'sw.ts',
        injectRegister: false,
        registerType: 'prompt',
        manifest,
        // The patterns below already match the icons.
        includeManifestIcons: false,
        injectManifest: {
          globPatterns: ['index.html', 'assets/**/*.{js,css,woff2,svg}', 'fonts/*.woff2', 'icons/*.{svg,png}'],
          // Not precached, but cached at first use (sw/cache-rules.ts): the PDF library, which few learners need; the 3D viewer, which is
          // as large as the start of the app; and the console, which only administrators open.
          globIgnores: [
            'assets/jspdf*.js',
            // Stands in for the libraries of the PDF library that the app does not use; nothing loads it.
            'assets/empty-module*.js',
            'assets/{model-viewer,mesh-worker,glb-model,draco,meshopt_decoder}*.js',
            'assets/admin-*.{js,css}',
          ],
          maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
          buildPlugins: { vite: [workerInOneFile()] },
        },
      }),
      commitName(),
      mobileAgentPattern,
      prerenderPages(),
      compressFiles(),
    ],
    resolve: {
      tsconfigPaths: true,
      alias: [
        ...['html2canvas', 'canvg', 'dompurify'].map((find) => ({ find, replacement: empty })),
        // The decoder of Draco names these modules of Node, which it uses only there.
        ...(command === 'build' ? [{ find: /^(fs|path)$/, replacement: empty }] : []),
        ...(command === 'build' ? [...routerAliases, dexieAlias] : []),
      ],
    },
    build: {
      target: 'es2022',
      manifest: true,
      modulePreload: {
        polyfill: false,
        // Lists only the styles of lazy code: the lists of scripts would add 9 kB to the dashboard.
        resolveDependencies: (_, files, { hostType }) =>
          hostType === 'html' ? files : files.filter((name) => name.endsWith('.css')),
      },
      // In kB. The largest chunk is the 3D viewer, which loads on demand; .size-limit.mjs limits what each screen loads.
      chunkSizeWarningLimit: 640,
      rolldownOptions: {
        output: {
          // What most screens share comes in one file: dozens of files of some hundred bytes delay a start.
          codeSplitting: { groups: [{ name: 'shared', minShareCount: 60, test: (id) => !isConsole(id) }] },
          chunkFileNames: ({ moduleIds }) =>
            moduleIds.some(isConsole) ? 'assets/admin-[name]-[hash].js' : 'assets/[name]-[hash].js',
          assetFileNames: ({ originalFileNames }) =>
            originalFileNames.some(isConsole) ? 'assets/admin-[name]-[hash][extname]' : 'assets/[name]-[hash][extname]',
        },
      },
    },
    worker: { format: 'es' },
    server: { port: 5173 },
  };
});
