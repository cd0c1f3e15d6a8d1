/** How the build is cut into files, and which of them a visit asks for before any code has run. Used by vite.config.ts alone. */
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import { STORAGE_KEYS } from '../config/storage-keys';

type ChunkingContext = Parameters<Rolldown.CodeSplittingNameFunction>[1];

const source = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const start = source('main.tsx');
const login = source('features/auth/login-page.tsx');
const register = source('features/auth/register-page.tsx');
const dashboard = source('features/dashboard/dashboard-page.tsx');

/** What `file` and everything it imports statically consists of. The icons' barrel names hundreds that nobody draws: it ends the way. */
function closure(file: string, context: ChunkingContext, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const next = /lucide-react\.m?js$/.test(file) ? [] : (context.getModuleInfo(file)?.importedIds ?? []);
  for (const id of next) closure(id, context, seen);
  return seen;
}

/** A chunk of what all these screens need before they run, without the screens themselves. */
const sharedBy =
  (name: string, ...screens: string[]) =>
  (id: string, context: ChunkingContext) =>
    !screens.includes(id) && !id.includes('lucide-react') && screens.every((screen) => closure(screen, context).has(id))
      ? name
      : null;

const libraries =
  /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|zustand|lucide-react)[\\/](?!dist[\\/]esm[\\/](icons[\\/]|lucide-react))/;

/** A phone reads few files faster than many, and who signs in does not wait for what only the dashboard needs. */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // What every screen needs and no release changes is one file, kept from release to release.
  { name: 'core', test: libraries, priority: 5 },
  { name: sharedBy('start', start), priority: 4 },
  // The one icon that both /login and the dashboard draw first: alone it would bring the dashboard all that signing in needs.
  { name: 'alert', test: /lucide-react[\\/].*[\\/]circle-(alert|exclamation-point)\./, priority: 4 },
  { name: sharedBy('base', login, dashboard), priority: 3 },
  { name: sharedBy('auth', login, register), priority: 2 },
  { name: sharedBy('sync', dashboard), test: /[\\/](sync|dexie)[\\/]/, priority: 2 },
  { name: sharedBy('shell', dashboard), priority: 1 },
];

/** By the first part of an address: the screens it leads to, and whether only somebody signed in comes there. */
const visits: Readonly<Record<string, { screens: string[]; member?: boolean }>> = {
  login: { screens: ['features/auth/login-page.tsx'] },
  register: { screens: ['features/auth/register-page.tsx'] },
  pricing: { screens: ['features/pricing/pricing-page.tsx'] },
  dashboard: { screens: ['features/dashboard/dashboard-page.tsx'], member: true },
  dashboard_free: { screens: ['features/dashboard/dashboard-free-page.tsx'], member: true },
  course: { screens: ['features/course/course-page.tsx'], member: true },
  video: { screens: ['features/video/video-page.tsx'], member: true },
};

/** The files of a chunk and of everything it imports statically. */
function filesOf(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, seen = new Set<string>()): Set<string> {
  if (seen.has(chunk.fileName)) return seen;
  seen.add(chunk.fileName);
  for (const name of chunk.imports) {
    const next = bundle[name];
    if (next?.type === 'chunk') filesOf(next, bundle, seen);
  }
  return seen;
}

/**
 * Without it the code of a screen is asked for when the code of the start has run: one round trip later, on a phone a long one.
 * An inline script, because one index.html serves every address, from the worker and from any static host.
 */
export function preloadScreens(): Plugin {
  return {
    name: 'preload-screens',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {}, chunk: entry }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const known = entry ? filesOf(entry, bundle) : new Set<string>();
        const filesBy = Object.entries(visits).map(([name, { screens, member = false }]) => {
          const found = screens.flatMap((screen) => chunks.filter((chunk) => chunk.facadeModuleId === source(screen)));
          if (found.length < screens.length)
            throw new Error(`No chunk for ${screens.join(' or ')}: see src/app/bundling.ts`);
          const files = new Set(
            found.flatMap((chunk) => [...filesOf(chunk, bundle)]).filter((file) => !known.has(file)),
          );
          return [name, [Number(member), ...files]];
        });
        const script = `try{const[m,...f]=${JSON.stringify(Object.fromEntries(filesBy))}[location.pathname.split("/")[1]]??[];if(!m||localStorage.getItem("${STORAGE_KEYS.identity}"))for(const h of f)document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href:"/"+h}))}catch{}`;
        return [{ tag: 'script', children: script, injectTo: 'head' }];
      },
    },
  };
}
