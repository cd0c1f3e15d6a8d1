// `npm run bench`: how fast and how small the product is, beside its peers, in one interleaved run. Writes .bench/result.json.
//   node tests/bench/run.mjs [sizes load live journal media screens lists stores]   runs only what is named.
// Sizes and correctness gate (exit code 1). Times do not: they depend on the machine; their ratios are of medians taken in the same run.
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { buildWebApp } from '../../server/build.mjs';
import { installPackages } from '../../server/install.mjs';

const begun = Date.now();
if (!installPackages() || !buildWebApp()) process.exit(1);
const { benchDir, buildPages, installPeers, makeSite, openSchool } = await import('./stage.mjs');

const measures = {
  sizes: async () => (await import('./measure-sizes.mjs')).measureSizes(),
  load: async () => (await import('./measure-load.mjs')).measureLoad(await school()),
  live: async () => (await import('./measure-live.mjs')).measureLive(await school()),
  journal: async () => (await import('./measure-journal.mjs')).measureJournal(await school()),
  media: async () => (await import('./measure-media.mjs')).measureMedia(await school()),
  screens: async () => (await import('./measure-screens.mjs')).measureScreens(await school()),
  lists: async () => (await import('./measure-lists.mjs')).measureLists(await school()),
  stores: async () => (await import('./measure-stores.mjs')).measureStores(),
};
const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !(name in measures));
if (unknown) {
  console.error(`Unknown measurement ${unknown}. Known: ${Object.keys(measures).join(', ')}.`);
  process.exit(1);
}

let opened;
const school = () => {
  opened ??= openSchool();
  return opened;
};

installPeers();
await buildPages();
makeSite();

const rows = [];
const faults = [];
for (const [name, measure] of Object.entries(measures)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const started = Date.now();
  try {
    rows.push(...(await measure()));
  } catch (error) {
    faults.push(`${name}: ${error instanceof Error ? error.message : error}`);
    console.error(error);
  }
  console.log(`${name}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
}
await (await opened)?.close();

const mark = ({ met, gate }) => (met ? 'yes' : gate ? 'NO' : 'no');
const table = [['', 'measured', 'target', 'met'], ...rows.map((row) => [row.what, row.measured, row.target, mark(row)])];
const widths = [0, 1, 2].map((column) => Math.max(...table.map((cells) => cells[column].length)));
console.log(`\n${table.map((cells) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n')}`);

for (const row of rows) if (row.gate && !row.met) faults.push(`${row.what}: ${row.measured}, allowed ${row.target}`);
const seconds = Math.round((Date.now() - begun) / 1000);
const machine = { cpus: cpus().length, model: cpus()[0]?.model, node: process.version, load: loadavg() };
writeFileSync(join(benchDir, 'result.json'), `${JSON.stringify({ at: new Date().toISOString(), seconds, machine, rows, faults }, null, 2)}\n`);
console.log(`\n${seconds} s; figures in .bench/result.json${faults.length ? `\n\nFaults:\n  ${faults.join('\n  ')}` : ''}`);
process.exit(faults.length === 0 ? 0 : 1);
