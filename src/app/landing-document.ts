/**
 * dist/landing.html: the first page drawn by the build, so that it is read before any code has run, and without any. Used by vite.config.ts alone.
 * Rule: it differs from index.html in what stands for the screen until the screen itself does; the worker and every other address keep index.html.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Plugin, runnerImport } from 'vite';

const PAGE = 'src/features/landing/landing-page.tsx';
const NOTHING = '\0nothing';

/** Styles are the page's own business: here only its words and drawings are wanted. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? NOTHING : null),
  load: (id) => (id === NOTHING ? '' : null),
};

/** Shown until the screen has something to say; the object on the bed waits to be printed. */
const styles = `body:has(#still):not(:has(#root :is(h1, h2))) #root, body:has(#root :is(h1, h2)) #still { display: none } #still .ld-bed .printing { visibility: hidden }`;
/** Without scripts nothing comes after it. */
const always = '<noscript><style>#root { display: none } #still .ld-bed .printing { visibility: visible }</style></noscript>';

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/** What index.html does not ask for by itself. */
function linksOf(manifest: Record<string, Chunk>): string {
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
  const chunks = collect(PAGE);
  const css = chunks.flatMap((chunk) => chunk.css ?? []).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`);
  return [...css, ...chunks.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`)].join('');
}

function replaced(html: string, what: string | RegExp, by: string): string {
  const after = html.replace(what, () => by);
  if (after === html) throw new Error(`index.html has no ${what}: see src/app/landing-document.ts`);
  return after;
}

export function landingDocument(): Plugin {
  let root = '';
  let out = '';
  return {
    name: 'landing-document',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      out = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        const { module } = await runnerImport<typeof import('./still-landing')>(resolve(root, 'src/app/still-landing.tsx'), {
          root,
          configFile: false,
          logLevel: 'error',
          resolve: { tsconfigPaths: true },
          plugins: [withoutStyles],
        });
        const manifest: Record<string, Chunk> = JSON.parse(await readFile(resolve(out, '.vite/manifest.json'), 'utf8'));
        let html = await readFile(resolve(out, 'index.html'), 'utf8');
        html = replaced(html, /<title>.*<\/title>/, `<title>${module.title}</title>`);
        html = replaced(html, '</head>', `<style>${styles}</style>${always}${linksOf(manifest)}</head>`);
        html = replaced(html, '<div id="root"></div>', `<div id="root"></div><div id="still">${module.stillLanding()}</div>`);
        html = replaced(html, /<noscript>\s*<main>[\s\S]*?<\/noscript>/, '');
        await writeFile(resolve(out, 'landing.html'), html);
      },
    },
  };
}
