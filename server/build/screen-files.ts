/** Reads the route table, so that the build knows each screen's module. Used by vite.config.ts only. */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface ScreenFile {
  /** URL pattern. */
  path: string;
  /** True when the screen needs a signed-in account. */
  signedIn: boolean;
  /** Absolute path of the screen's module; absent for a row without a screen. */
  file?: string;
}

/** Reads the path of a row's lazy module from the source of its function; Vite's module runner has resolved it to a path below the root. */
function importedFile(load: () => Promise<unknown>): string {
  const name = /__vite_ssr_dynamic_import__\(\s*["']([^"']+)["']/.exec(String(load))?.[1];
  if (!name)
    throw new Error(`This import of the route table cannot be read: ${load}. See server/build/screen-files.ts`);
  return name.startsWith(root) ? name : root + name.replace(/^\//, '');
}

export async function screenFiles(): Promise<ScreenFile[]> {
  const { module } = await runnerImport<typeof import('../../src/app/routing/routes')>(
    `${root}src/app/routing/routes.tsx`,
    { root, configFile: false, logLevel: 'error', resolve: { tsconfigPaths: true } },
  );
  return module.routes.map(({ path, guard, load }) => ({
    path,
    signedIn: guard === 'login' || guard === 'subscriber' || guard === 'admin',
    ...(load && { file: importedFile(load) }),
  }));
}

/** The module of the screen with this URL pattern. */
export function fileAt(screens: readonly ScreenFile[], path: string): string {
  const file = screens.find((screen) => screen.path === path)?.file;
  if (!file) throw new Error(`The route table has no screen for ${path}`);
  return file;
}
