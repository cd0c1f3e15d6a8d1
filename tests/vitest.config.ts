import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/** One project per folder of tests; `unit` alone has a DOM. */
function project(name: string, extra: Record<string, unknown> = {}) {
  return {
    root,
    resolve: { tsconfigPaths: true, alias: { '@sync/': `${root}sync/`, '@sync': `${root}sync/index.ts`, '@/': `${root}src/` } },
    test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], environment: 'node', testTimeout: 30_000, hookTimeout: 60_000, ...extra },
  };
}

export default defineConfig({
  test: {
    // Vitest alone would leave one core of two idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      project('unit', { environment: 'happy-dom' }),
      project('db'),
      project('server'),
      project('sw'),
      project('sync', { testTimeout: 600_000 }),
    ],
  },
});
