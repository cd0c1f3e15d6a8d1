/** Preloads the code of the console's screens. Used by vite.config.ts only. */
import { createHash } from 'node:crypto';
import type { Plugin, Rolldown } from 'vite';
import { paths } from '../../src/config/paths';
import { CONSOLE_PREFIX, filesOf, isConsole, nameList } from './chunks';
import type { ScreenFile } from './screen-files';

/** The API client. Every console screen imports this module dynamically after its first render, to fetch the data that the screen shows. */
const CLIENT = /[\\/]sync[\\/]transport[\\/]supabase-client\.ts$/;
const SECTION = /[\\/]features[\\/]admin[\\/]([^\\/]+)[\\/][a-z-]+-page\.tsx$/;
const SECTIONS_TABLE = /[\\/]routing[\\/]console-sections\.tsx$/;

/** The chunks of the entry modules for which `isWanted` is true, all chunks that those chunks import statically, and the styles of all of them. */
const filesWith = (bundle: Rolldown.OutputBundle, isWanted: (id: string) => boolean): Set<string> => {
  const files = new Set<string>();
  for (const chunk of Object.values(bundle))
    if (chunk.type === 'chunk' && chunk.facadeModuleId && isWanted(chunk.facadeModuleId)) filesOf(chunk, bundle, files);
  for (const name of [...files]) {
    const chunk = bundle[name];
    const styles = chunk?.type === 'chunk' ? chunk.viteMetadata?.importedCss : undefined;
    for (const style of styles ?? []) files.add(style);
  }
  return files;
};

/** Builds the script. It contains a list of file names, and for each screen (second segment of its URL) and each section the indexes of its files. */
function scriptOf(bundle: Rolldown.OutputBundle, screens: readonly ScreenFile[]): string {
  const entry = Object.values(bundle).find((chunk) => chunk.type === 'chunk' && chunk.isEntry);
  const started = filesWith(bundle, (id) => entry?.type === 'chunk' && id === entry.facadeModuleId);
  const { names, indexOf } = nameList();
  const indexes = (files: Iterable<string>) => [...files].filter((name) => !started.has(name)).map(indexOf);
  const shared = indexes(filesWith(bundle, (id) => CLIENT.test(id) || SECTIONS_TABLE.test(id)));
  const screenFiles: Record<string, number[]> = {};
  for (const { path, file } of screens)
    if (file && isConsole(file))
      screenFiles[path.split('/')[2] ?? ''] ??= indexes(filesWith(bundle, (id) => id === file));
  const sections: Record<string, number[]> = {};
  for (const chunk of Object.values(bundle)) {
    const id = chunk.type === 'chunk' ? chunk.facadeModuleId : undefined;
    const section = id && SECTION.exec(id)?.[1];
    if (section) sections[section] = indexes(filesWith(bundle, (wanted) => wanted === id));
  }
  const [, , dashboard = ''] = paths.adminDashboard.split('/');
  return `const n=${JSON.stringify(names)},s=${JSON.stringify(screenFiles)},d=${JSON.stringify(sections)},p=location.pathname.split("/")[2];for(const i of new Set([...${JSON.stringify(shared)},...s[p]??[],...p==="${dashboard}"?d[new URLSearchParams(location.search).get("section")??"${dashboard}"]??[]:[]]))document.head.append(Object.assign(document.createElement("link"),n[i].endsWith(".css")?{rel:"preload",as:"style",crossOrigin:"",href:"/"+n[i]}:{rel:"modulepreload",href:"/"+n[i]}))`;
}

/**
 * Preloads the files of the console's screens with a separate script, which only /admin URLs load: in index.html, the many file names would
 * enlarge every learner's document. Without the script, the browser would find the files one after another, each after another round trip.
 */
export function preloadConsole(screens: readonly ScreenFile[]): Plugin {
  let fileName = '';
  return {
    name: 'preload-console',
    apply: 'build',
    generateBundle(_, bundle) {
      const source = scriptOf(bundle, screens);
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
      fileName = `assets/${CONSOLE_PREFIX}preload-${hash}.js`;
      this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          tag: 'script',
          children: `if(location.pathname.startsWith("/admin/"))document.head.append(Object.assign(document.createElement("script"),{type:"module",src:"/${fileName}"}))`,
          injectTo: 'head',
        },
      ],
    },
  };
}
