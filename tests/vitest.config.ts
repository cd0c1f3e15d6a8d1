import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = fileURLToPath(new URL('..', import.meta.url));

/** One project per folder of tests. A file that needs a DOM says so in its first line. */
function project(name: string, extra: Record<string, unknown> = {}) {
  return {
    root,
    resolve: {
      tsconfigPaths: true,
      alias: { '@sync/': `${root}sync/`, '@sync': `${root}sync/index.ts`, '@/': `${root}src/` },
    },
    test: {
      name,
      include: [`tests/${name}/**/*.test.{ts,tsx}`],
      environment: 'node',
      testTimeout: 30_000,
      hookTimeout: 60_000,
      ...extra,
    },
  };
}

/** Started last, one of these would keep a single core busy when nothing else is left to do. */
const longest = /(sync\/(simulation|bites)|db\/commit-order|server\/start|unit\/merge-laws)[^/]*$/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => Number(longest.test(moduleId));
    return (await super.sort(files)).toSorted((a, b) => isLong(b) - isLong(a));
  }
}

const globalSetup = 'tests/helpers/prepare.ts';
/** Each file has a database of its own and shares nothing else: one process after the other would compile PostgreSQL anew. */
const onDatabases = { globalSetup, isolate: false };

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Vitest alone would leave one core of two idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      project('unit'),
      project('db', onDatabases),
      project('server', onDatabases),
      project('sw'),
      // Once more as where a browser has no private files.
      project('sw-blobs', { include: ['tests/sw/download-*.test.ts'], env: { PARTS: 'blobs' } }),
      project('sync', { globalSetup, testTimeout: 600_000 }),
    ],
  },
});
