/** Reads the route table, so that the build knows each screen's module. Used by vite.config.ts only. */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface ScreenFile {
  /** URL pattern. */
  path: string;
  /** True when the screen needs a signed-in account. */
  signedIn: boolean;
  /** Absolute path of the screen's module; absent for a route without a screen. */
  file?: string;
  /** The dashboard section that the URL shows. */
  section?: string;
}

/** Reads the path of a route's module from the source of its `load` function, in which Vite has resolved the import to a path below the root. */
function importedFile(load: () => Promise<unknown>): string {
  const name = /__vite_ssr_dynamic_import__\(\s*["']([^"']+)["']/.exec(String(load))?.[1];
  if (!name)
    throw new Error(`This import of the route table cannot be read: ${load}. See server/build/screen-files.ts`);
  return name.startsWith(root) ? name : root + name.replace(/^\//, '');
}

const read = async <M>(file: string): Promise<M> =>
  (
    await runnerImport<M>(root + file, {
      ...{ root, configFile: false, logLevel: 'error' },
      resolve: { tsconfigPaths: true },
    })
  ).module;

export async function screenFiles(): Promise<ScreenFile[]> {
  const { routes } = await read<typeof import('../../src/app/routing/routes')>('src/app/routing/routes.tsx');
  return routes.map(({ path, guard, load, section }) => ({
    path,
    signedIn: guard === 'login' || guard === 'subscriber' || guard === 'admin',
    ...(load && { file: importedFile(load) }),
    ...(section && { section }),
  }));
}

/** The modules of the dashboard sections, by the section's name in the URL. */
export async function sectionFiles(): Promise<ReadonlyMap<string, string>> {
  const { sections } = await read<typeof import('../../src/app/routing/sections')>('src/app/routing/sections.tsx');
  return new Map(sections.flatMap(({ id, load }) => (load ? [[id, importedFile(load)] as const] : [])));
}

/** The module of the screen with this URL pattern. */
export function fileAt(screens: readonly ScreenFile[], path: string): string {
  const file = screens.find((screen) => screen.path === path)?.file;
  if (!file) throw new Error(`The route table has no screen for ${path}`);
  return file;
}
