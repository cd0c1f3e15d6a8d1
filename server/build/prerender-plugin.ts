/**
 * Creates dist/landing.html, dist/login.html and dist/pricing_mobile.html: prerendered screens, readable before any script runs. Used by vite.config.ts only.
 * Rule: they differ from index.html only in the head and in the markup that shows until the real screen mounts. Other URLs use index.html.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Plugin, runnerImport } from 'vite';

const SCREENS = 'src/app/prerendered-pages.tsx';
const NOTHING = '\0nothing';

/** Drops style imports: the prerender needs only the markup, and the page loads its own styles. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? NOTHING : null),
  load: (id) => (id === NOTHING ? '' : null),
};

/** Hides the app's root while the prerendered markup shows. hydrate.ts removes the markup. If hydrate.ts does not run, CSS hides it. */
const styles = [
  ':root[data-prerendered]:not([data-hydrated]) body:has(#prerendered) #root, :root:not([data-prerendered]):has(#root :is(h1, h2)) #prerendered, :root[data-phone] #prerendered > header { display: none }',
  ':root:not([data-signed-in]) #splash, :root:not([data-script-failed]) #prerendered .script-failed-notice { display: none }',
  '#prerendered, #prerendered * { animation: none } #prerendered [aria-busy] { opacity: .75; cursor: progress }',
].join(' ');

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/** The page's styles and module preloads that index.html lacks. The styles are inline: a linked stylesheet would delay the first paint. */
async function headOf(manifest: Record<string, Chunk>, page: string, out: string): Promise<string> {
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
  const files = chunks.flatMap((chunk) => chunk.css ?? []);
  const css = await Promise.all(files.map((file) => readFile(resolve(out, file), 'utf8')));
  return [
    ...css.map((text) => `<style>${text}</style>`),
    ...chunks.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('');
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
        for (const screen of module.prerenderedPages) {
          let html = replaced(index, /<title>.*<\/title>/, `<title>${screen.title} · ${module.PRODUCT}</title>`);
          const script = `<script>${module.hydrateScript}</script>`;
          html = replaced(
            html,
            '</head>',
            `<style>${styles} ${screen.styles}</style>${script}${await headOf(manifest, screen.page, out)}</head>`,
          );
          html = replaced(
            html,
            '<div id="root"></div>',
            `<div id="root"></div><div id="prerendered">${screen.markup}</div>`,
          );
          html = replaced(html, /<noscript>\s*<main>[\s\S]*?<\/noscript>/, '');
          await writeFile(resolve(out, screen.file), html);
        }
      },
    },
  };
}
