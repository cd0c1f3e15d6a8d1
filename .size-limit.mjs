// Size budgets (gzip) of what a learner must download, and of the console's own code. The build's manifest lists the files of each path, so no chunk name is written here.
import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('dist/.vite/manifest.json', import.meta.url), 'utf8'));

/** The files that a module needs before it runs: its own file, all static imports, and their styles. */
function closure(key, seen = new Set(), files = new Set()) {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return files;
  seen.add(key);
  for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(`dist/${file}`);
  for (const next of chunk.imports ?? []) closure(next, seen, files);
  return files;
}

/** The start of the app and the screens that a path loads on top of it. */
const path = (...screens) => [...new Set(['index.html', ...screens].flatMap((key) => [...closure(key)]))];

/** The files that the service worker downloads at its installation, from the precache manifest in the built worker. */
const worker = readFileSync(new URL('dist/sw.js', import.meta.url), 'utf8');
const precache = [...worker.matchAll(/"((?:assets|fonts|icons)\/[^"]+|index\.html|manifest\.webmanifest)"/g)].map(
  ([, url]) => `dist/${url}`,
);
if (!precache.includes('dist/index.html') || precache.length < 100)
  throw new Error('dist/sw.js has no precache manifest');

for (const [key, { file, imports = [] }] of Object.entries(manifest))
  for (const next of imports)
    if (!/\/admin-/.test(file) && /\/admin-/.test(manifest[next].file))
      throw new Error(`${key} needs ${next}, which belongs to the console and is not precached`);

/** The files of a lazy chunk that are not precached. */
const beyond = (key) => [...closure(key)].filter((file) => !precache.includes(file));
const viewer = beyond('src/features/models/widgets/model-viewer.tsx');
const glb = beyond('src/features/models/widgets/glb-model.ts').filter((file) => !viewer.includes(file));

/** What administrators download beyond a learner's dashboard: the console's shell with its dashboard, and what each other section adds. */
const dashboard = path('src/app/routing/dashboard-screen.tsx');
const shell = path(
  'src/app/routing/console-screen.tsx',
  'src/app/routing/console-sections.tsx',
  'src/features/dashboard/console/dashboard-page.tsx',
).filter((file) => !dashboard.includes(file));
const sections = Object.keys(manifest)
  .filter((key) => /^src\/features\/(?!dashboard\/)[^/]+\/console\/(?:[^/]+\/)?[a-z-]+-page\.tsx$/.test(key))
  .map((key) => ({
    name: `console: ${key.split('/').at(-1).replace('-page.tsx', '')}, beyond the shell`,
    path: path(key).filter((file) => !dashboard.includes(file) && !shell.includes(file)),
    gzip: true,
    limit: '48 kB',
  }));
if (shell.length < 5 || sections.length < 10) throw new Error('The manifest has no chunks of the console');

export default [
  {
    name: 'signed-in dashboard, critical path',
    path: dashboard,
    gzip: true,
    limit: '190 kB',
  },
  {
    name: '/login, critical path',
    path: path('src/features/accounts/login-page.tsx'),
    gzip: true,
    limit: '150 kB',
  },
  {
    name: 'whole precache',
    path: precache,
    gzip: true,
    limit: '1.1 MB',
  },
  { name: 'service worker', path: 'dist/sw.js', gzip: true, limit: '25 kB' },
  {
    name: '3D viewer with its worker, not precached',
    path: [...viewer, 'dist/assets/mesh-worker-*.js'],
    gzip: true,
    limit: '250 kB',
  },
  { name: 'search worker', path: 'dist/assets/search-worker-*.js', gzip: true, limit: '56 kB' }, // half of it is Dexie: the worker reads the mirror itself
  { name: 'GLB reader, on top of the viewer', path: glb, gzip: true, limit: '25 kB' },
  { name: 'console: shell and dashboard, beyond a learner’s dashboard', path: shell, gzip: true, limit: '70 kB' },
  ...sections,
];
