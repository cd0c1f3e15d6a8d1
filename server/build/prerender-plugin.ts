/**
 * Creates dist/login.html and the other prerendered pages: index.html with the markup of the page in #root, readable before any script runs.
 * Used by vite.config.ts only.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import { documentName } from '../../src/shared/product';

const SCREENS = 'src/app/prerendered-pages.tsx';
const NOTHING = '\0nothing';

/** Drops style imports: the prerender needs only the markup, and the page loads its own styles. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? NOTHING : null),
  load: (id) => (id === NOTHING ? '' : null),
};

/** A signed-in account waits behind the splash for its own screen; a visitor sees the page at once. Phones have no site header. */
const styles = [
  ':root[data-signed-in] #root[data-page] { display: none }',
  ':root:not([data-signed-in]) #splash, :root[data-phone] #root[data-page] header:not(main *), :root:not([data-script-failed]) #script-failed { display: none }',
].join(' ');

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/** The stylesheets of a module and of all its static imports. */
function sheetsOf(manifest: Record<string, Chunk>, name: string, seen = new Set<string>()): string[] {
  const chunk = manifest[name];
  if (!chunk || seen.has(name)) return [];
  seen.add(name);
  return [...(chunk.imports ?? []).flatMap((next) => sheetsOf(manifest, next, seen)), ...(chunk.css ?? [])];
}

function replaced(html: string, what: string | RegExp, by: string): string {
  const after = html.replace(what, () => by);
  if (after === html) throw new Error(`index.html has no ${what}: see server/build/prerender-plugin.ts`);
  return after;
}

export function prerenderPages(): Plugin {
  let root = '';
  let out = '';
  return {
    name: 'prerender-pages',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      out = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        const { module } = await runnerImport<typeof import('../../src/app/prerendered-pages')>(
          resolve(root, SCREENS),
          {
            root,
            configFile: false,
            logLevel: 'error',
            resolve: { tsconfigPaths: true },
            plugins: [withoutStyles],
          },
        );
        const manifest: Record<string, Chunk> = JSON.parse(await readFile(resolve(out, '.vite/manifest.json'), 'utf8'));
        const index = await readFile(resolve(out, 'index.html'), 'utf8');
        for (const page of module.prerenderedPages) {
          const sheets = sheetsOf(manifest, page.module).map(
            (file) => `<link rel="stylesheet" crossorigin href="/${file}">`,
          );
          let html = replaced(index, /<noscript>[\s\S]*?<\/noscript>/, '');
          html = replaced(html, /<title>.*<\/title>/, `<title>${page.title} · ${module.PRODUCT}</title>`);
          const data = page.data
            ? `<script type="application/ld+json">${JSON.stringify(page.data).replaceAll('<', '\\u003c')}</script>`
            : '';
          html = replaced(html, '</head>', `${sheets.join('')}<style>${styles}</style>${data}</head>`);
          html = replaced(
            html,
            '<div id="root"></div>',
            `${module.notices}<div id="root" data-page="${page.path}">${page.markup}</div>`,
          );
          await writeFile(resolve(out, documentName(page.path)), html);
        }
      },
    },
  };
}
