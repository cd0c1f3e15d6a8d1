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

/**
 * Hides the app's root while the prerendered markup shows. hydrate.ts removes the markup. If hydrate.ts does not run, CSS hides it. The markup's
 * element has no box: when only a part of the markup stays, the box would move (a layout shift), although the part does not.
 */
const styles = [
  '#prerendered { display: contents }',
  ':root[data-prerendered]:not([data-hydrated]) body:has(#prerendered) #root, :root:not([data-prerendered]):has(#root :is(h1, h2)) #prerendered, :root[data-phone] #prerendered > header { display: none }',
  ':root:not([data-signed-in]) #splash, :root:not([data-script-failed]) #prerendered .script-failed-notice { display: none }',
  '#prerendered, #prerendered * { animation: none } #prerendered [aria-busy] { opacity: .75; cursor: progress }',
].join(' ');

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/** The scripts and stylesheets of a module and of all its static imports, imports first. */
function filesOf(manifest: Record<string, Chunk>, name: string, seen = new Set<string>()): string[] {
  const chunk = manifest[name];
  if (!chunk || seen.has(name)) return [];
  seen.add(name);
  return [...(chunk.imports ?? []).flatMap((next) => filesOf(manifest, next, seen)), ...(chunk.css ?? []), chunk.file];
}

/** The tags of index.html that load the app's code and styles. A prerendered document has its styles inline, and hydrate.ts loads the code. */
const LOADING =
  /<script type="module"[^>]*><\/script>|<link rel="(?:modulepreload|stylesheet)"[^>]*>|<script data-preload>[\s\S]*?<\/script>/g;

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
          const files = [...new Set([...filesOf(manifest, 'index.html'), ...filesOf(manifest, screen.page)])];
          const sheets = files.filter((file) => file.endsWith('.css'));
          // Inline: a linked stylesheet would delay the first paint. The disabled links are not downloaded; they tell Vite, which loads the
          // stylesheets of lazy chunks, that the page already has these.
          const css = await Promise.all(
            sheets.map(async (file) => {
              const text = await readFile(resolve(out, file), 'utf8');
              return `<style>${text}</style><link rel="stylesheet" href="/${file}" disabled>`;
            }),
          );
          const script = module.hydrateScript(
            `/${manifest['index.html']?.file}`,
            files.filter((file) => file.endsWith('.js')).map((file) => `/${file}`),
          );
          let html = replaced(index, /<title>.*<\/title>/, `<title>${screen.title} · ${module.PRODUCT}</title>`);
          html = replaced(html, LOADING, '');
          html = replaced(
            html,
            '</head>',
            `${css.join('')}<style>${styles} ${screen.styles}</style><script>${script}</script></head>`,
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
