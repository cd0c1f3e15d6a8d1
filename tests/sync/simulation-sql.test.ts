import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { simulate } from '../helpers/simulate';
import { sqlSchools } from '../helpers/sql-school';

// The simulation of simulation.test.ts against the deployed SQL functions sync_pull and sync_push, on PGlite.

const from = Number(process.env.SIM_FROM ?? 1);
const worlds = Math.ceil(Number(process.env.SIM_SEEDS ?? 300) / 6);

test(`in ${worlds} simulated schools on the real SQL nothing is lost, doubled, diverged, stalled or shown to another account [WORLD-1]`, {
  timeout: 36_000_000,
}, async () => {
  const failed: string[] = [];
  let [requests, writes] = [0, 0];
  const begun = performance.now();
  const schools = await sqlSchools();
  for (let seed = from; seed < from + worlds; seed++) {
    const school = await schools.open();
    try {
      const outcome = await simulate({ seed, ...school });
      requests += outcome.requests;
      writes += outcome.writes;
      if (outcome.problems.length) failed.push(`seed ${seed}:\n  ${outcome.problems.slice(0, 12).join('\n  ')}`);
    } finally {
      await school.close();
    }
  }
  await schools.close();
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  console.info(`SIM_FROM=${from}, ${worlds} worlds on SQL: ${writes} writes, ${requests} requests, ${seconds} s`);
  expect(failed.join('\n')).toBe('');
});
