import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { modelWorlds } from '../helpers/simulate';

// Simulates two accounts with three devices each and 40 actions per device on the most hostile network. SIM_SEEDS: number of simulations.
// One sixth of the simulations runs on the real SQL (simulation-sql.test.ts); this file runs the first half of the rest. SIM_FROM: the first seed.

const worlds = Math.ceil((Number(process.env.SIM_SEEDS ?? 300) * 5) / 12);
const from = Number(process.env.SIM_FROM ?? 1);

test(`in ${worlds} simulated schools nothing is lost, doubled, diverged, stalled or shown to another account [WORLD-1]`, {
  timeout: 36_000_000,
}, async () => {
  expect(await modelWorlds(from, worlds)).toBe('');
});
