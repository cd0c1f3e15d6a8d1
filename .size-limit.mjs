// Budgets of what a learner waits for, gzip. The files of each path follow from the build's manifest, so no chunk name is written here.
import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('dist/.vite/manifest.json', import.meta.url), 'utf8'));

/** The files a module needs before it runs: its own, those it imports statically and their styles. */
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

export default [
  {
    name: 'signed-in dashboard, critical path',
    path: path('src/features/dashboard/dashboard-page.tsx'),
    gzip: true,
    limit: '165 kB',
  },
  { name: '/login, critical path', path: path('src/features/auth/login-page.tsx'), gzip: true, limit: '120 kB' },
  {
    name: 'whole precache',
    path: [
      'dist/index.html',
      'dist/manifest.webmanifest',
      'dist/assets/**/*.{js,css,woff2,svg}',
      'dist/fonts/**',
      'dist/icons/*.svg',
    ],
    gzip: true,
    limit: '900 kB',
  },
];
