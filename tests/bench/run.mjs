// `npm run bench`: measures speed and size of the app and of comparable libraries in one interleaved run. Writes .bench/result.json.
//   node tests/bench/run.mjs [sizes features load live journal media screens lists console stores phone scale]   runs only the named measurements.
// Wrong sizes or results fail the run (exit code 1). Times do not, because they depend on the machine; ratios compare medians of the same run.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { buildWebApp } from '../../server/build.mjs';
import { installPackages } from '../../server/install.mjs';
import { installBrowser } from '../helpers/install-browser.mjs';

const begun = Date.now();
/** `scale` needs neither a browser nor the app. */
const needsApp = process.argv.slice(2).join() !== 'scale';
if (!installPackages() || (needsApp && !(installBrowser() && buildWebApp()))) process.exit(1);
const { benchDir, buildPages, installPeers, makeSite, openSchool, withFolder } = await import('./stage.mjs');
const { measureCertificate } = await import('./measure-certificate.mjs');
const { measureConsole } = await import('./measure-console.mjs');
const { measureConsoleOpen } = await import('./measure-console-open.mjs');
const { measureCourses } = await import('./measure-courses.mjs');
const { measureFeatures } = await import('./measure-features.mjs');
const { measureJournal } = await import('./measure-journal.mjs');
const { measureLists, prepareLists } = await import('./measure-lists.mjs');
const { measureLive } = await import('./measure-live.mjs');
const { measureLoad } = await import('./measure-load.mjs');
const { measureMedia } = await import('./measure-media.mjs');
const { measureReach } = await import('./measure-reach.mjs');
const { measureSearchPage } = await import('./measure-search-page.mjs');
const { measureSections, prepareSections } = await import('./measure-sections.mjs');
const { phoneMeasures } = await import('./measure-phone.mjs');
const { measureScale } = await import('./measure-scale.mjs');
const { measureScreens, prepareScreens } = await import('./measure-screens.mjs');
const { measureSizes } = await import('./measure-sizes.mjs');
const { measureStores } = await import('./measure-stores.mjs');
const { measureViewer } = await import('./measure-viewer.mjs');

/** The measurements run in this order, one at a time. Slow preparations run while the learners of `load` arrive. */
const measures = {
  sizes: { measure: measureSizes, withoutServer: true },
  features: { measure: measureFeatures, withoutServer: true },
  // These four run only by name (or with `features`), because they take another two minutes.
  sections: { measure: measureSections, prepare: prepareSections, named: true },
  searchPage: { measure: measureSearchPage, named: true },
  certificate: { measure: measureCertificate, named: true },
  viewer: { measure: measureViewer, named: true },
  load: { measure: measureLoad },
  lists: { measure: measureLists, prepare: prepareLists },
  live: { measure: measureLive },
  journal: { measure: measureJournal },
  media: { measure: measureMedia },
  screens: { measure: measureScreens, prepare: prepareScreens },
  // The console runs after all default measurements that use this server, because the console's rows would slow them down.
  console: { measure: measureConsole },
  // These three run only by name (or with `console`): slow first visits, videos of 200 MB, a broadcast of more than a minute.
  consoleOpen: { measure: measureConsoleOpen, named: true },
  courses: { measure: measureCourses, named: true },
  reach: { measure: measureReach, named: true },
  stores: { measure: measureStores, withoutServer: true },
  // Runs only by name: it takes a quarter of an hour.
  scale: { measure: measureScale, withoutServer: true, named: true },
  ...phoneMeasures,
};
const phone = Object.keys(phoneMeasures);
const features = Object.keys(measures).filter(
  (name) => measures[name].named && name !== 'scale' && !phone.includes(name),
);
/** Maps a word of the command line to the measurements that it runs. */
const parts = {
  console: ['console', 'consoleOpen', 'courses', 'reach'],
  phone,
  features: ['features', ...features],
};
const wanted = process.argv.slice(2).flatMap((name) => parts[name] ?? [name]);
const unknown = wanted.find((name) => !(name in measures));
if (unknown) {
  console.error(`Unknown measurement ${unknown}. Known: ${[...Object.keys(measures), 'phone'].join(', ')}.`);
  process.exit(1);
}
const chosen = Object.entries(measures).filter(([name, { named }]) =>
  wanted.length === 0 ? !named : wanted.includes(name),
);

if (needsApp) {
  installPeers();
  await buildPages();
  makeSite();
}
// Add all files before the server starts, because it reads them at its start.
for (const [, { addToSite }] of chosen) await addToSite?.();

const rows = [];
const faults = [];

/** Runs `work` and prints its duration. @returns its result, or undefined after an error, which is added to `faults` */
async function timed(name, work) {
  const started = Date.now();
  try {
    return await work();
  } catch (error) {
    faults.push(`${name}: ${error instanceof Error ? error.message : error}`);
    console.error(error);
  } finally {
    console.log(`${name}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
  }
}

await withFolder(async (folder) => {
  let school;
  if (chosen.some(([, { withoutServer }]) => !withoutServer))
    await timed('server', async () => (school = await openSchool()));
  const ready = {};
  const getReady = async () => {
    for (const [name, { prepare }] of chosen) {
      if (prepare) ready[name] = await timed(`${name}, made ready`, () => prepare(school, join(folder, name)));
    }
  };
  const preparing = school && getReady();
  for (const [name, { measure, prepare, withoutServer }] of chosen) {
    if (name !== 'load' && !withoutServer) await preparing;
    if ((!school && !withoutServer) || (prepare && !ready[name])) continue; // the failed preparation is already reported
    rows.push(...((await timed(name, () => measure(school, ready[name]))) ?? []));
  }
  await school?.close();
});

const mark = ({ met, gate }) => (met ? 'yes' : gate ? 'NO' : 'no');
const table = [
  ['', 'measured', 'target', 'met'],
  ...rows.map((row) => [row.what, row.measured, row.target, mark(row)]),
];
const widths = [0, 1, 2].map((column) => Math.max(...table.map((cells) => cells[column].length)));
console.log(
  `\n${table.map((cells) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n')}`,
);

for (const row of rows) if (row.gate && !row.met) faults.push(`${row.what}: ${row.measured}, allowed ${row.target}`);
const seconds = Math.round((Date.now() - begun) / 1000);
const machine = { cpus: cpus().length, model: cpus()[0]?.model, node: process.version, load: loadavg() };
mkdirSync(benchDir, { recursive: true });
writeFileSync(
  join(benchDir, 'result.json'),
  `${JSON.stringify({ at: new Date().toISOString(), seconds, machine, rows, faults }, null, 2)}\n`,
);
console.log(
  `\n${seconds} s; figures in .bench/result.json${faults.length ? `\n\nFaults:\n  ${faults.join('\n  ')}` : ''}`,
);
process.exit(faults.length === 0 ? 0 : 1);
