/** The documents name only files, commands and routes that exist, and docs/api.md lists every route. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
    (file) => `${folder}/${file.replaceAll('\\', '/')}`,
  );

const tree = ['docs', 'native', 'public', 'server', 'src', 'supabase', 'sw', 'sync', 'tests'].flatMap((folder) => [
  folder,
  ...filesIn(folder),
]);
const atRoot = readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? entry.name : []));
const paths = [...tree, ...atRoot].filter((path) => !path.includes('node_modules'));
const documents = [
  ...atRoot.filter((file) => file.endsWith('.md')),
  ...tree.filter((file) => /^(docs|native|sync)\/.*\.md$/.test(file) && !file.includes('node_modules')),
];

/** `a/{b,c}` names two paths. */
function alternatives(text: string): string[] {
  const [, before = '', choice, after = ''] = /^(.*?)\{([^}]*)\}(.*)$/.exec(text) ?? [];
  if (choice === undefined) return [text];
  return choice.split(',').flatMap((part) => alternatives(before + part + after));
}

/** The paths of this repository that a document names as code. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`([^`\s]+)`/g)]
    .flatMap(([, code = '']) => alternatives(code.replace(/\/$/, '')))
    .filter((code) =>
      /^(docs|native|public|server|src|supabase|sw|sync|tests)(\/|$)|^\w[\w-]*\.(tsx?|mjs|sql|md)$/.test(code),
    );
}

/** `<noun>` and `*` stand for any name; a bare file name may be in any folder. */
function exists(path: string): boolean {
  const name = path.replaceAll('.', '\\.').replaceAll(/<[^>]*>|\*+/g, '[^/]*');
  const pattern = new RegExp(path.includes('/') ? `^${name}$` : `(^|/)${name}$`);
  return paths.some((known) => pattern.test(known));
}

test('every file and folder that a document names exists', () => {
  const named = documents.flatMap((document) => pathsIn(read(document)).map((path) => ({ document, path })));
  expect(named.length).toBeGreaterThan(150);
  expect(named.filter(({ path }) => !exists(path))).toEqual([]);
});

test('every link from a document to a file leads to one', () => {
  const wrong = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\((?!https?:)([^)#\s]+)/g)]
      .map(([, link = '']) => join(dirname(document), link))
      .filter((link) => !paths.includes(link))
      .map((link) => `${document} → ${link}`),
  );
  expect(wrong).toEqual([]);
});

test('every name that a document places in a file is in that file', () => {
  const placed = documents.flatMap((document) =>
    [...read(document).matchAll(/`([\w.]+)` in `(\w[\w./-]+\.\w+)`/g)].map(([, name = '', file = '']) => ({
      name,
      file,
    })),
  );
  expect(placed.length).toBeGreaterThan(5);
  expect(placed.filter(({ name, file }) => !paths.includes(file) || !read(file).includes(name))).toEqual([]);
});

test('every npm script that a document names exists, and CONTRIBUTING.md names each', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const known = new Set([...Object.keys(scripts), 'ci', 'install', 'audit']);
  const named = documents
    .filter((document) => !document.startsWith('native/')) // native/ has its own package.json
    .flatMap((document) =>
      [...read(document).matchAll(/npm (?:run )?([a-z]+(?::[a-z]+)*)/g)].map(([, script = '']) => ({
        document,
        script,
      })),
    );
  expect(named.filter(({ script }) => !known.has(script))).toEqual([]);
  const guide = read('CONTRIBUTING.md');
  expect(Object.keys(scripts).filter((script) => !new RegExp(`(npm (run )?|\`)${script}\\b`).test(guide))).toEqual([]);
});

/** Routes of the service on port 4242. The pages of the sandbox have their own table row. */
function serviceRoutes(): string[] {
  const files = tree.filter((file) =>
    /^server\/(service-app|(accounts|billing|certificates|client-errors|push|ops)\/.*)\.ts$/.test(file),
  );
  return files.flatMap((file) =>
    [...read(file).matchAll(/\bapp\.(get|post|put|delete)\('(\/[^':{]*(?::\w+)?)'/g)].map(
      ([, method = '', path = '']) => `${method.toUpperCase()} ${path.replace(/:(\w+)/, '{$1}')}`,
    ),
  );
}

test('docs/api.md lists exactly the routes of the service', () => {
  const table = read('docs/api.md').split('## Routes')[1]?.split('###')[0] ?? '';
  const listed = [...table.matchAll(/`((?:GET|POST|PUT|DELETE) \/\S*)`/g)].map(([, route]) => route);
  expect(serviceRoutes().length).toBeGreaterThan(15);
  expect(listed.toSorted()).toEqual(serviceRoutes().toSorted());
});
