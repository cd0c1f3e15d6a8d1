import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = fileURLToPath(new URL('..', import.meta.url));

/** One project per test folder. A file that needs a DOM declares it in its first line. */
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

/** Long test files start first: one that started last would run alone at the end, on one of the cores. */
const longest = /(sync\/(simulation|fault-injection)|db\/sync-commit-order|server\/(start|address-attacks))[^/]*$/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => Number(longest.test(moduleId));
    return (await super.sort(files)).toSorted((a, b) => isLong(b) - isLong(a));
  }
}

const globalSetup = 'tests/helpers/prepare.ts';
/** Without isolation, a process compiles PostgreSQL only once for all its files. Each file has its own database, so the files stay independent. */
const onDatabases = { globalSetup, isolate: false };
/** Servers in processes of their own read the level from their settings. */
const quiet = { setupFiles: 'tests/helpers/quiet-log.ts', env: { LOG_LEVEL: 'silent' } };

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Vitest's default leaves one of two cores idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      project('unit'),
      project('db', onDatabases),
      project('server', { ...onDatabases, ...quiet }),
      project('sw'),
      project('sync', { globalSetup, testTimeout: 600_000 }),
    ],
  },
});
