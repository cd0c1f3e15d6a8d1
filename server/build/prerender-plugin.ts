/**
 * dist/landing.html and dist/login.html: screens drawn by the build, so that they are read before any code has run, and without any. Used by vite.config.ts alone.
 * Rule: they differ from index.html in what stands for the screen until the screen itself does; the worker and every other address keep index.html.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Plugin, runnerImport } from 'vite';

const SCREENS = 'src/app/prerendered-pages.tsx';
const NOTHING = '\0nothing';

/** Styles are the page's own business: here only its words and drawings are wanted. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? NOTHING : null),
  load: (id) => (id === NOTHING ? '' : null),
};

/** The drawing stands until src/app/start/hydrate.ts takes it away, or, where that could not run, until the screen has something to say. Nothing covers it. */
const styles = [
  ':root[data-drawn]:not([data-taken]) body:has(#still) #root, :root:not([data-drawn]):has(#root :is(h1, h2)) #still, :root[data-phone] #still > header { display: none }',
  ':root:not([data-known]) #splash, :root:not([data-failed]) #still .unstarted { display: none }',
  '#still, #still * { animation: none } #still [aria-busy] { opacity: .75; cursor: progress }',
].join(' ');

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/** What index.html does not ask for by itself. */
function linksOf(manifest: Record<string, Chunk>, page: string): string {
  const seen = new Set<string>();
  const collect = (name: string, into: Chunk[] = []): Chunk[] => {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) return into;
    seen.add(name);
    into.push(chunk);
    for (const next of chunk.imports ?? []) collect(next, into);
    return into;
  };
  collect('index.html');
  const chunks = collect(page);
  const css = chunks
    .flatMap((chunk) => chunk.css ?? [])
    .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`);
  return [...css, ...chunks.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`)].join('');
}

function replaced(html: string, what: string | RegExp, by: string): string {
  const after = html.replace(what, () => by);
  if (after === html) throw new Error(`index.html has no ${what}: see server/build/prerender-plugin.ts`);
  return after;
}

export function drawnDocuments(): Plugin {
  let root = '';
  let out = '';
  return {
    name: 'drawn-documents',
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
        for (const screen of module.stillScreens) {
          let html = replaced(index, /<title>.*<\/title>/, `<title>${screen.title} · ${module.PRODUCT}</title>`);
          const script = `<script>${module.handOverScript}</script>`;
          html = replaced(
            html,
            '</head>',
            `<style>${styles} ${screen.styles}</style>${script}${linksOf(manifest, screen.page)}</head>`,
          );
          html = replaced(html, '<div id="root"></div>', `<div id="root"></div><div id="still">${screen.markup}</div>`);
          html = replaced(html, /<noscript>\s*<main>[\s\S]*?<\/noscript>/, '');
          await writeFile(resolve(out, screen.file), html);
        }
      },
    },
  };
}
