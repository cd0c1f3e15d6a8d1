/** Splits the build into chunks and preloads the chunks of the opened URL before any code runs. Used by vite.config.ts only. */
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import { paths } from '../../src/config/paths';
import { STORAGE_KEYS } from '../../src/config/persisted-names';
import { fileAt, type ScreenFile } from './screen-files';

type ChunkingContext = Parameters<Rolldown.CodeSplittingNameFunction>[1];

const start = fileURLToPath(new URL('../../src/main.tsx', import.meta.url));

/** All modules that `file` imports statically, directly or indirectly. Skips the icon barrel, which lists hundreds of unused icons. */
function closure(file: string, context: ChunkingContext, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const next = /lucide-react\.m?js$/.test(file) ? [] : (context.getModuleInfo(file)?.importedIds ?? []);
  for (const id of next) closure(id, context, seen);
  return seen;
}

/** Groups the modules that all `screens` import statically into one chunk. The screens themselves are left out. */
const sharedBy =
  (name: string, ...screens: string[]) =>
  (id: string, context: ChunkingContext) =>
    !screens.includes(id) && !id.includes('lucide-react') && screens.every((screen) => closure(screen, context).has(id))
      ? name
      : null;

const libraries =
  /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|zustand|lucide-react)[\\/](?!dist[\\/]esm[\\/](icons[\\/]|lucide-react))/;

/** Groups modules into few chunks, because phones load few files faster than many. /login must not wait for modules that only the dashboard needs. */
export function chunkGroups(screens: readonly ScreenFile[]): Rolldown.CodeSplittingGroup[] {
  const login = fileAt(screens, paths.login);
  const register = fileAt(screens, paths.register);
  const dashboard = fileAt(screens, paths.dashboard);
  const pricing = fileAt(screens, paths.pricing);
  return [
    // One chunk for the libraries that every screen uses: they change rarely, so the chunk stays cached across releases.
    { name: 'core', test: libraries, priority: 5 },
    { debugName: 'start', name: sharedBy('start', start), priority: 4 },
    // The only icon that /login and the dashboard share. It has its own chunk; otherwise the dashboard would load all of /login.
    { name: 'alert', test: /lucide-react[\\/].*[\\/]circle-(alert|exclamation-point)\./, priority: 4 },
    { debugName: 'base', name: sharedBy('base', login, dashboard), priority: 3 },
    // The code that the pricing page shares with the dashboard. If it were in the shell's chunk, visitors would load the sync engine.
    { debugName: 'plans', name: sharedBy('start', dashboard, pricing), priority: 2.5 },
    { debugName: 'auth', name: sharedBy('auth', login, register), priority: 2 },
    { debugName: 'sync', name: sharedBy('sync', dashboard), test: /[\\/](sync|dexie)[\\/]/, priority: 2 },
    { debugName: 'shell', name: sharedBy('shell', dashboard), priority: 1 },
  ];
}

/** Name prefix of every file that only the admin console needs; vite.config.ts and sw/cache-rules.ts recognise those files by it. */
export const CONSOLE_PREFIX = 'admin-';

export const isConsole = (id: string | null | undefined) =>
  /[\\/](features|widgets|data|text)[\\/]admin[\\/]|[\\/](data|transfers)[\\/](uploads|course-archive)[\\/]|[\\/]routing[\\/]console-/.test(
    id ?? '',
  );

/** The hash is short, because the service worker lists every file name: each character of the hash adds about 140 bytes to it. */
const prefixed = (isOfConsole: boolean, extension: string) =>
  `assets/${isOfConsole ? CONSOLE_PREFIX : ''}[name]-[hash:7]${extension}`;

/**
 * Names of the built files.
 * Rule: a chunk with a console module contains no module that learners load. No learner's screen imports a console module, so the build never
 * groups the two.
 */
export const fileNames: Pick<Rolldown.OutputOptions, 'chunkFileNames' | 'assetFileNames'> = {
  chunkFileNames: ({ moduleIds, facadeModuleId }) =>
    prefixed(isConsole(facadeModuleId) || moduleIds.some(isConsole), '.js'),
  assetFileNames: ({ names, originalFileNames }) =>
    prefixed(
      [...names, ...originalFileNames].some((name) => /console|[\\/]admin[\\/]/.test(name)),
      '[extname]',
    ),
};

/**
 * Preloads only the styles of a lazy chunk: listing the scripts of every screen would add 2.4 kB to the start chunk, and more for the console.
 * index.html preloads the scripts of the opened URL; those of the next screens are imported ahead or come from the worker's cache.
 */
export const preloadedWith = (_: string, files: string[], { hostType }: { hostType: 'html' | 'js' }): string[] =>
  hostType === 'html' ? files : files.filter((name) => name.endsWith('.css'));

/** The files of a chunk and of all chunks that it imports statically. */
export function filesOf(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  seen = new Set<string>(),
): Set<string> {
  if (seen.has(chunk.fileName)) return seen;
  seen.add(chunk.fileName);
  for (const name of chunk.imports) {
    const next = bundle[name];
    if (next?.type === 'chunk') filesOf(next, bundle, seen);
  }
  return seen;
}

/** A list of file names. A script contains each name only once, in this list, and refers to it by its index. `indexOf` adds a missing name. */
export function nameList() {
  const names: string[] = [];
  const indexOf = (name: string) => (names.includes(name) ? names.indexOf(name) : names.push(name) - 1);
  return { names, indexOf };
}

/**
 * Preloads the code of the screen and of the section that the URL names. Otherwise the browser requests it only after the start chunk has run:
 * one more round trip, which is slow on a phone. The script is inline, because the worker and static hosts serve the same index.html for every URL.
 */
export function preloadScreens(screens: readonly ScreenFile[], sections: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'preload-screens',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {}, chunk: entry }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        for (const { fileName, imports, facadeModuleId } of chunks) {
          const ofConsole = fileName.includes(`/${CONSOLE_PREFIX}`);
          if (ofConsole && facadeModuleId && !isConsole(facadeModuleId))
            throw new Error(
              `${fileName} is a learner's screen with a module of the console: import that module when it is needed`,
            );
          if (!ofConsole && imports.some((name) => name.includes(`/${CONSOLE_PREFIX}`)))
            throw new Error(`${fileName} needs a file of the console, which is not precached`);
        }
        const started = entry ? filesOf(entry, bundle) : new Set<string>();
        const { names, indexOf } = nameList();
        const filesFor = (file: string) => {
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === file);
          if (!chunk) throw new Error(`No chunk for ${file}: see server/build/chunks.ts`);
          return [...filesOf(chunk, bundle)].filter((name) => !started.has(name)).map(indexOf);
        };
        /**
         * Key: first segment of the URL, the path of a section with its own URL, or `?` and the section in the query. Value: 1 if the screen needs a
         * sign-in, otherwise 0, followed by indexes into `names`.
         */
        const visits = new Map<string, number[]>();
        for (const { path, signedIn, file, section } of screens) {
          const segment = path.split('/')[1];
          const key = section ? path : segment;
          // Skip the landing page, which has its own document, and unknown URLs, which are rare.
          // Skip the console: its many file names would enlarge every learner's document (see console-preload.ts).
          if (!key || !file || visits.has(key) || isConsole(file)) continue;
          const ofSection = section && sections.get(section);
          const files = new Set([...filesFor(file), ...(ofSection ? filesFor(ofSection) : [])]);
          visits.set(key, [Number(signedIn), ...files]);
        }
        const [, ...ofDashboard] = visits.get('dashboard') ?? [];
        for (const [id, file] of sections)
          visits.set(`?${id}`, [1, ...filesFor(file).filter((index) => !ofDashboard.includes(index))]);
        // On a repeat visit the browser already has the files. Add the links after the first frame, because a hundred links delay the first paint.
        const script = `try{const n=${JSON.stringify(names)},v=${JSON.stringify(Object.fromEntries(visits))},p=location.pathname,l=[v[p]??v[p.split("/")[1]],v["?"+new URLSearchParams(location.search).get("section")]],d=new Set;for(const [m,...f] of l.map(x=>x??[]))if(!m||localStorage.getItem("${STORAGE_KEYS.identity}"))for(const i of f)d.add(i);const a=()=>{for(const i of d)document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href:"/"+n[i]}))};localStorage.getItem("${STORAGE_KEYS.stored}")?requestAnimationFrame(()=>setTimeout(a)):a()}catch{}`;
        // The attribute marks the script for prerender-plugin.ts, which removes it.
        return [{ tag: 'script', attrs: { 'data-preload': true }, children: script, injectTo: 'head' }];
      },
    },
  };
}
