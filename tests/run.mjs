// `npm test`: everything that gates a change, from a clean clone. Installs what is missing, the browser too, and ends with 'N passed, N failed'.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { installPackages } from '../server/install.mjs';

const root = resolve(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'sloy-test-'));
const totals = { passed: 0, failed: 0 };
const only = process.argv.slice(2);

/** Runs a program in the project's root with its output shown; true when it succeeded. */
function run(command, args, env = {}) {
  return spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } }).status === 0;
}

/** A browser for the screens: the one that is there, else Debian's as root, else Playwright's own. */
function installBrowser() {
  const found = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].some((path) =>
    existsSync(path),
  );
  if (found) return true;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    if (!run('apt-get', ['update', '-q'], env)) return false;
    return ['chromium-headless-shell', 'chromium'].some((name) => run('apt-get', ['install', '-y', '-q', name], env));
  }
  return run('npx', ['playwright', 'install', 'chromium']);
}

/** A step that either holds or does not. */
function check(title, command, args) {
  const started = Date.now();
  console.log(`\n── ${title}`);
  const ok = run(command, args);
  totals[ok ? 'passed' : 'failed'] += 1;
  console.log(`── ${title}: ${ok ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - started) / 1000)} s`);
  return ok;
}

/** What a runner's JSON report says; a run without a readable report counts as one failure. */
function tally(title, started, ok, count) {
  let result = { passed: 0, failed: 0 };
  try {
    result = count();
  } catch {
    result.failed = 1;
  }
  if (!ok && result.failed === 0) result.failed = 1;
  totals.passed += result.passed;
  totals.failed += result.failed;
  console.log(`── ${title}: ${result.passed} passed, ${result.failed} failed in ${Math.round((Date.now() - started) / 1000)} s`);
}

/** All these projects in one run, so that the long files of one fill the gaps of another. */
function vitestRun(projects) {
  const title = projects.join(', ');
  const file = join(reports, `${projects.join('-')}.json`);
  const args = ['vitest', 'run', '--config', 'tests/vitest.config.ts', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const count = () => {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    return { passed: report.numPassedTests, failed: report.numFailedTests + report.numFailedTestSuites * (report.numFailedTests === 0 ? 1 : 0) };
  };
  return { title, args: [...args, ...projects.map((project) => `--project=${project}`)], count };
}

function vitest(projects) {
  if (projects.length === 0) return;
  const { title, args, count } = vitestRun(projects);
  const started = Date.now();
  console.log(`\n── ${title}`);
  tally(title, started, run('npx', args), count);
}

/**
 * The simulation takes only the processor, the browser's tests wait for screens much of the time: it runs beside them at the lowest priority.
 * Returns what shows its output and counts it, when it is over.
 */
function vitestBeside(projects) {
  const { title, args, count } = vitestRun(projects);
  const [started, log] = [Date.now(), join(reports, 'beside.log')];
  const output = openSync(log, 'w');
  const child = spawn('npx', args, { cwd: root, stdio: ['ignore', output, output] });
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
  return async () => {
    const code = await ended;
    console.log(`\n── ${title}, beside the browser's tests\n${readFileSync(log, 'utf8')}`);
    tally(title, started, code === 0, count);
  };
}

function playwright() {
  const file = join(reports, 'e2e.json');
  const count = () => {
    const { expected, unexpected, flaky } = JSON.parse(readFileSync(file, 'utf8')).stats;
    if (flaky > 0) console.log(`── e2e: ${flaky} passed only at the second try`);
    return { passed: expected + flaky, failed: unexpected };
  };
  const started = Date.now();
  console.log('\n── e2e');
  const args = ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=list,json'];
  tally('e2e', started, run('npx', args, { PLAYWRIGHT_JSON_OUTPUT_NAME: file }), count);
}

const projects = ['sync', 'db', 'server', 'unit', 'sw'];
const isWanted = (name) => only.length === 0 || only.includes(name) || (name === 'tests' && projects.some((project) => only.includes(project)));

/** `npm test` runs all; `node tests/run.mjs types lint` these alone. */
const steps = {
  types: () => {
    for (const file of ['tsconfig.json', 'sw/tsconfig.json', 'server/tsconfig.json', 'tests/tsconfig.json'])
      check(`types ${file}`, 'npx', ['tsc', '-p', file]);
  },
  lint: () => check('lint', 'npx', ['biome', 'check', '--error-on-warnings']),
  unused: () => check('unused code', 'npx', ['knip']),
  build: () => check('build', 'npx', ['vite', 'build', '--logLevel', 'warn']),
  size: () => check('size budgets', 'npx', ['size-limit']),
  tests: () => vitest(projects.filter((project) => (only.length === 0 ? project !== 'sync' : only.includes('tests') || only.includes(project)))),
  e2e: async () => {
    const finish = only.length === 0 ? vitestBeside(['sync']) : undefined;
    playwright();
    await finish?.();
  },
};

try {
  if (!installPackages() || !installBrowser()) totals.failed += 1;
  else for (const [name, step] of Object.entries(steps)) if (isWanted(name)) await step();
} finally {
  rmSync(reports, { recursive: true, force: true });
}
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);
