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

/** The layer of a file. Order: app → features → device → sync → shared; ui is beside the order. */
function layerOf(path: string): string {
  const [first = '', second = ''] = path.split('/');
  if (path.startsWith('server/build/')) return 'build';
  if (path.startsWith('src/device/transfers/')) return 'transfers';
  if (first !== 'src') return first;
  return ['features', 'device', 'ui', 'shared'].includes(second) ? second : 'app';
}

const mayImport: Record<string, string[]> = {
  app: ['app', 'features', 'device', 'transfers', 'sync', 'shared', 'ui'],
  features: ['features', 'device', 'transfers', 'sync', 'shared', 'ui', 'supabase'],
  device: ['device', 'transfers', 'sync', 'shared', 'supabase'],
  transfers: ['transfers', 'shared'],
  sync: ['sync', 'shared'],
  shared: ['shared'],
  ui: ['ui', 'shared'],
  sw: ['sw', 'shared', 'transfers'],
  server: ['server', 'shared', 'supabase'],
  build: ['build', 'app', 'shared'],
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

/** The noun of a feature's file: the folder, or the folder's console. */
const nounOf = (path: string) => /^src\/features\/[^/]+(?:\/console(?=\/))?/.exec(path)?.[0];

/** What other nouns may import: a file of this name, or a folder of several. */
const parts = ['queries', 'mutations', 'requests', 'rules', 'text', 'widgets'];
const partPattern = new RegExp(`^src/features/[^/]+/(?:console/)?(${parts.join('|')})(?:$|[./])`);

/** The part of a feature's file; `screen` for what its noun alone uses. */
const partOf = (path: string) =>
  path.startsWith('src/features/') ? (partPattern.exec(path)?.[1] ?? 'screen') : layerOf(path);

test('a feature imports another one only through its queries, mutations, requests, rules, text or widgets', () => {
  const wrong = product.filter(nounOf).flatMap((file) =>
    importsOf(file)
      .filter((target) => nounOf(target) && nounOf(target) !== nounOf(file) && partOf(target) === 'screen')
      .map((target) => `${file} → ${target}`),
  );
  expect(wrong).toEqual([]);
});

const data = ['queries', 'mutations', 'requests', 'rules', 'device', 'transfers', 'sync', 'shared', 'supabase'];
const view = [
  'screen',
  'widgets',
  'text',
  'queries',
  'mutations',
  'requests',
  'rules',
  'device',
  'transfers',
  'shared',
  'ui',
];
const mayPartImport: Record<string, string[]> = {
  rules: ['rules', 'shared'],
  text: ['text', 'rules', 'shared', 'ui'],
  queries: data,
  mutations: data,
  requests: data,
  widgets: view,
  screen: view,
};

test('inside a feature, rules are pure, data knows no screen, and screens reach the engine through data', () => {
  const wrong = product.filter(nounOf).flatMap((file) =>
    importsOf(file)
      .filter((target) => ours(target) && !mayPartImport[partOf(file)]?.includes(partOf(target)))
      .map((target) => `${file} → ${target}`),
  );
  expect(wrong).toEqual([]);
});

const isConsole = (path: string) => /^src\/features\/(?:(?:console|console-kit|uploads)\/|[^/]+\/console\/)/.test(path);

test('no screen of a learner imports the console before it is needed', () => {
  const wrong = product
    .filter((file) => file.startsWith('src/') && !isConsole(file) && !file.startsWith('src/app/routing/console-'))
    .flatMap((file) =>
      [
        ...(textOf.get(file) ?? '').matchAll(
          /(?:^|\n)\s*(?:import|export)\b[^'"\n;]*(?:\n[^'"\n;]*){0,40}?from\s*['"]@\/([^'"]+)['"]/g,
        ),
      ]
        .map(([, target = '']) => `src/${target}`)
        .filter(isConsole)
        .map((target) => `${file} → ${target}`),
    );
  expect(wrong).toEqual([]);
});

test('other folders import the engine through its entry point only', () => {
  const entries = product
    .filter((file) => file.startsWith('src/'))
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => target.startsWith('sync/') && !/^sync\/(index|protocol\/types)$/.test(target))
        .map((target) => `${file} → ${target}`),
    );
  expect(entries).toEqual([]);
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
  { names: /^dexie-react-hooks$/, homes: /^src\/device\/live\// },
  { names: /^(dexie|rxdb)(\/|$)/, homes: /^(sync\/|src\/device\/)/ },
  { names: /^rxdb(\/|$)/, homes: /^sync\// },
  {
    names: /^@supabase\/|(^|\/)supabase\/database$/,
    homes:
      /^(sync\/|server\/|src\/(device|features)\/.*\brequests(\/|\.ts$)|src\/features\/(console(-kit)?\/|[^/]+\/console\/))/,
  },
  { names: /^@supabase\/lite(\/|$)/, homes: /^server\/embedded\// },
  // Learners must not download the cache of the console's requests.
  { names: /^@tanstack\/react-query$/, homes: /^src\/features\/(console(-kit)?\/|[^/]+\/console\/)/ },
  { names: /^workbox-window$/, homes: /^src\/app\// },
  { names: /^workbox-(?!window)/, homes: /^sw\// },
  { names: /^rxdb\/plugins\/dev-mode|^rxdb$|^ajv$/, homes: /^$/ },
  // Rules run in the page, in the worker and in tests alike.
  {
    names: /^(react|react-dom|react-router-dom|dexie-react-hooks|lucide-react)(\/|$)/,
    homes: /^(src\/(app|features|device|ui)\/(?!transfers\/)(?!.*\/rules(\/|\.ts$))|src\/main\.tsx$)/,
  },
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
      /^(?:(?:sync|sw|server\/(?:http|ops|accounts))\/|src\/features\/.*\brules(?:\/|\.ts$))/.test(file) &&
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

test('a worker entry ends in -worker.ts (-worker.mjs for Node) and imports neither React nor what reads and writes', () => {
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
          const isForeign =
            ['queries', 'mutations', 'requests', 'device'].includes(partOf(target)) &&
            dirname(target) !== dirname(entry);
          if (isForeign || /^react(-|\/|$)/.test(target)) return [`${entry}: ${file} → ${target}`];
          const next = [target, `${target}.ts`, `${target}.tsx`].find((name) => textOf.has(name));
          return next ? visit(next) : [];
        });
      };
      return visit(entry);
    });
  expect(wrong).toEqual([]);
});
