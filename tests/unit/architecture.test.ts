import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

// Architecture rules, derived from the folders: allowed imports, where each package may be used, file lengths.

const root = resolve(import.meta.dirname, '../..');
const slash = (path: string) => path.replaceAll('\\', '/');

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => slash(relative(root, join(entry.parentPath, entry.name))));
}

const product = ['src', 'sync', 'sw', 'server'].flatMap(filesUnder);
const tests = filesUnder('tests');
const textOf = new Map(
  [...product, ...tests, 'vite.config.ts'].map((file) => [file, readFileSync(join(root, file), 'utf8')]),
);

const importPattern =
  /(?:^|\n)\s*(?:import|export)\b[^'"\n;]*(?:\n[^'"\n;]*){0,40}?from\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g;

/** `importPattern` without imports of types, which leave nothing in the product. */
const valueImports = new RegExp(
  importPattern.source.replaceAll('import|export)', 'import|export)(?!\\s+type\\b)'),
  'g',
);

/** The imports of a file: repository paths for the product's code, package names for everything else. */
function importsOf(file: string, pattern = importPattern): string[] {
  return [...(textOf.get(file) ?? '').matchAll(pattern)].map((match) => {
    const specifier = match[1] ?? match[2] ?? match[3] ?? '';
    if (specifier.startsWith('@/')) return `src/${specifier.slice(2)}`;
    if (specifier === '@sync') return 'sync/index';
    if (specifier.startsWith('@sync/')) return `sync/${specifier.slice(6)}`;
    if (specifier.startsWith('.')) return slash(relative(root, resolve(root, dirname(file), specifier)));
    return specifier;
  });
}

/** The layer of a file. Order: app → features → widgets → data → sync → domain → config → shared; ui, text and lib are outside the order. */
function layerOf(path: string): string {
  const [first = '', second = ''] = path.split('/');
  if (path.startsWith('server/build/')) return 'build';
  if (first === 'src')
    return /\.(tsx?|css)$/.test(second) || !second.match(/^[a-z]+$/) || second === 'main' ? 'app' : second;
  return first;
}

const mayImport: Record<string, string[]> = {
  app: ['app', 'features', 'widgets', 'data', 'sync', 'domain', 'config', 'shared', 'ui', 'text', 'lib'],
  features: ['features', 'widgets', 'data', 'domain', 'config', 'shared', 'ui', 'text', 'lib'],
  widgets: ['widgets', 'data', 'domain', 'config', 'shared', 'ui', 'text', 'lib'],
  data: ['data', 'transfers', 'sync', 'domain', 'config', 'shared', 'lib', 'supabase'],
  transfers: ['transfers', 'domain', 'config', 'shared', 'lib'],
  sync: ['sync', 'domain', 'config', 'shared', 'lib'],
  domain: ['domain', 'config', 'shared'],
  config: ['config', 'shared'],
  shared: ['shared'],
  ui: ['ui', 'lib', 'config', 'shared'],
  text: ['text', 'ui', 'domain', 'config', 'shared', 'lib'],
  lib: ['lib', 'config', 'shared'],
  sw: ['sw', 'config', 'shared', 'domain', 'lib', 'transfers'],
  server: ['server', 'domain', 'config', 'shared', 'supabase'],
  build: ['build', 'app', 'domain', 'config', 'shared'],
};

const ours = (path: string) => /^(src|sync|sw|server|supabase|tests)\//.test(path);

test('imports point one way', () => {
  const wrong = product.flatMap((file) =>
    importsOf(file)
      .filter(ours)
      .filter((target) => !mayImport[layerOf(file)]?.includes(layerOf(target)))
      .map((target) => `${file} → ${target}`),
  );
  expect(wrong).toEqual([]);
});

test('the linter, which an editor shows, knows the allowed imports of every layer', () => {
  const { overrides } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')) as {
    overrides: { includes: string[]; linter: unknown }[];
  };
  const guarded = overrides
    .filter(({ linter }) => JSON.stringify(linter).includes('noRestrictedImports'))
    .flatMap(({ includes }) => includes);
  expect(
    Object.keys(mayImport).filter((layer) => !guarded.some((glob) => glob.match(/\w+/g)?.includes(layer))),
  ).toEqual([]);
});

test('features never import each other', () => {
  const area = (path: string) =>
    path
      .split('/')
      .slice(0, path.startsWith('src/features/admin/') ? 4 : 3)
      .join('/');
  const wrong = product
    .filter((file) => file.startsWith('src/features/'))
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => target.startsWith('src/features/') && area(target) !== area(file))
        .map((target) => `${file} → ${target}`),
    );
  expect(wrong).toEqual([]);
});

test('other folders import the engine through its entry point only, and the worker imports no src/data', () => {
  const entries = product
    .filter((file) => file.startsWith('src/'))
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => target.startsWith('sync/') && !/^sync\/(index|protocol\/types)$/.test(target))
        .map((target) => `${file} → ${target}`),
    );
  const worker = product
    .filter((file) => file.startsWith('sw/'))
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => layerOf(target) === 'data')
        .map((target) => `${file} → ${target}`),
    );
  expect([...entries, ...worker]).toEqual([]);
});

/** The packages of which the product is made. A package of the build or the tests is imported there, every other one by the product's code. */
const chosen = {
  product: [
    ...['react', 'react-dom', 'react-router-dom', 'zustand', 'dexie', 'dexie-react-hooks', 'rxdb'],
    ...['@supabase/supabase-js', 'workbox-window', 'fuse.js', 'jspdf'],
  ],
  tools: ['vite', 'vite-plugin-pwa', 'vitest', 'fake-indexeddb', 'playwright'],
};

test('every package that was chosen for the product is declared and imported', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  /** The packages that some files import for more than their types. */
  const usedBy = (files: string[]) => {
    const code = files.flatMap((file) => importsOf(file, valueImports));
    return (name: string) => code.some((target) => target === name || target.startsWith(`${name}/`));
  };
  const isUsed = { product: usedBy(product), tools: usedBy(['vite.config.ts', ...product, ...tests]) };
  const missing = [
    ...chosen.product.filter((name) => !dependencies[name] || !isUsed.product(name)),
    ...chosen.tools.filter((name) => !(devDependencies[name] ?? dependencies[name]) || !isUsed.tools(name)),
  ];
  expect(missing).toEqual([]);
});

const packageHomes: { names: RegExp; homes: RegExp }[] = [
  { names: /^dexie-react-hooks$/, homes: /^src\/data\/live\// },
  { names: /^(dexie|rxdb)(\/|$)/, homes: /^(sync\/|src\/transfers\/|src\/data\/(downloads|uploads)\/)/ },
  { names: /^@supabase\//, homes: /^(sync\/|src\/data\/[^/]+\/requests\.ts$|src\/data\/admin\/|server\/)/ },
  { names: /^@supabase\/lite(\/|$)/, homes: /^server\/embedded\// },
  // Learners must not download the cache of the console's requests.
  { names: /^@tanstack\/react-query$/, homes: /^src\/(data|widgets)\/admin\// },
  { names: /^workbox-window$/, homes: /^src\/app\// },
  { names: /^workbox-(?!window)/, homes: /^sw\// },
  { names: /^rxdb\/plugins\/dev-mode|^rxdb$|^ajv$/, homes: /^$/ },
];

test('packages are imported only by their folders', () => {
  const wrong = product.flatMap((file) =>
    importsOf(file)
      .filter((target) => packageHomes.some(({ names, homes }) => names.test(target) && !homes.test(file)))
      .map((target) => `${file} → ${target}`),
  );
  expect(wrong).toEqual([]);
});

/** Maximum lines of a file. */
function limitOf(file: string): number {
  if (file.startsWith('tests/')) return 400;
  if (file.endsWith('-page.tsx')) return 200;
  return file.endsWith('.tsx') ? 250 : 300;
}

test('files stay below their maximum length', () => {
  const long = [...textOf]
    .filter(([file, text]) => text.split('\n').length - 1 > limitOf(file))
    .map(([file, text]) => `${file}: ${text.split('\n').length - 1} > ${limitOf(file)}`);
  expect(long).toEqual([]);
});

test('there are no barrels, no default exports and only kebab-case names', () => {
  const barrels = product.filter((file) => /(^|\/)index\.tsx?$/.test(file) && file !== 'sync/index.ts');
  const defaults = product.filter((file) => /(?:^|\n)export default\b/.test(textOf.get(file) ?? ''));
  const names = [...product, ...tests].filter(
    (file) => !/^[a-z0-9]+([-.][a-z0-9]+)*\.(ts|tsx|mjs)$/.test(file.split('/').at(-1) ?? ''),
  );
  expect({ barrels, defaults, names }).toEqual({ barrels: [], defaults: [], names: [] });
});

test('no code switches off type checks', () => {
  const wrong = [...textOf]
    .filter(([file]) => file !== 'tests/unit/architecture.test.ts')
    .flatMap(([file, text]) =>
      [...text.matchAll(/@ts-ignore|@ts-nocheck|\bas any\b|: any\b|<any>/g)].map((match) => `${file}: ${match[0]}`),
    );
  expect(wrong).toEqual([]);
});

test('files of the rule folders begin with a comment on their responsibility', () => {
  const silent = product.filter(
    (file) =>
      /^(sync|sw|src\/domain|server\/(?:http|ops|accounts))\//.test(file) &&
      !/^(\/\*\*|\/\/|\/\/\/)/.test(textOf.get(file) ?? ''),
  );
  expect(silent).toEqual([]);
});

test('screens use the existing breakpoints only', () => {
  const wrong = product.flatMap((file) =>
    [...(textOf.get(file) ?? '').matchAll(/(?<=["'` ])(?:max-)?(?:sm|xl|2xl):[a-z[-]+/g)].map(
      (match) => `${file}: ${match[0]}`,
    ),
  );
  expect(wrong).toEqual([]);
});

/** The deepest folder that two paths share, and the next folder of each path ('' for a file directly in it). */
function fork(a: string, b: string): { shared: string; from: string; to: string } {
  const [left, right] = [a.split('/'), b.split('/')];
  let depth = 0;
  while (left[depth] === right[depth]) depth++;
  const isFolder = (parts: string[]) => parts.length > depth + 1;
  return {
    shared: left.slice(0, depth).join('/'),
    from: isFolder(left) ? (left[depth] ?? '') : '',
    to: isFolder(right) ? (right[depth] ?? '') : '',
  };
}

/** Imports between sibling folders that import each other, directly or indirectly. Imports between a folder and its subfolders do not count. */
function folderCycles(): string[] {
  const importsOfFolder = new Map<string, Map<string, string[]>>();
  for (const file of product)
    for (const target of importsOf(file).filter(ours)) {
      const { shared, from, to } = fork(file, target);
      if (!from || !to || !/^(src|sync|sw|server)/.test(shared)) continue;
      const targets = importsOfFolder.get(`${shared}/${from}`) ?? new Map<string, string[]>();
      importsOfFolder.set(`${shared}/${from}`, targets);
      targets.set(`${shared}/${to}`, [...(targets.get(`${shared}/${to}`) ?? []), `${file} → ${target}`]);
    }
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    [...(importsOfFolder.get(from)?.keys() ?? [])].some(
      (next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))),
    );
  return [...importsOfFolder].flatMap(([from, targets]) =>
    [...targets].filter(([to]) => reaches(to, from)).flatMap(([, imports]) => imports),
  );
}

test('sibling folders have no import cycles', () => {
  expect(folderCycles()).toEqual([]);
});

/** Files that start a worker: the URLs in `new Worker(new URL(…))`. */
const workerEntries = product.flatMap((file) =>
  [...(textOf.get(file) ?? '').matchAll(/new (?:Shared)?Worker\(\s*new URL\(\s*['"]([^'"]+)['"]/g)].map((match) =>
    slash(relative(root, resolve(root, dirname(file), match[1] ?? ''))),
  ),
);

test('a worker entry ends in -worker.ts (-worker.mjs for Node) and imports neither React nor src/data of other folders', () => {
  expect(workerEntries.length).toBeGreaterThan(0);
  expect(
    workerEntries.filter((entry) => !entry.endsWith(entry.startsWith('server/') ? '-worker.mjs' : '-worker.ts')),
  ).toEqual([]);
  const wrong = product
    .filter((file) => file.endsWith('-worker.ts'))
    .flatMap((entry) => {
      const seen = new Set<string>();
      const visit = (file: string): string[] => {
        if (seen.has(file)) return [];
        seen.add(file);
        return importsOf(file).flatMap((target) => {
          const isForeign = target.startsWith('src/data/') && dirname(target) !== dirname(entry);
          if (isForeign || /^react(-|\/|$)/.test(target)) return [`${entry}: ${file} → ${target}`];
          const next = [target, `${target}.ts`, `${target}.tsx`].find((name) => textOf.has(name));
          return next ? visit(next) : [];
        });
      };
      return visit(entry);
    });
  expect(wrong).toEqual([]);
});
