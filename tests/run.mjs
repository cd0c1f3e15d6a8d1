// `npm test`: all checks that a change must pass, also in a clean clone. Installs missing packages and the browser; prints 'N passed, N failed'.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { installPackages } from '../server/install.mjs';
import { installBrowser } from './helpers/install-browser.mjs';

const root = resolve(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'sloy-test-'));
const totals = { passed: 0, failed: 0 };
/** Names of all failed steps and tests, printed again at the end, because CI may keep only the last lines. */
const failures = [];
const only = process.argv.slice(2);

/** Runs a program in the project's root with its output shown. @returns true when it succeeded. */
function run(command, args, env = {}) {
  return (
    spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
      .status === 0
  );
}

/** A step that passes or fails as a whole. */
function check(title, command, args) {
  return step(title, () => run(command, args));
}

function step(title, work) {
  const started = Date.now();
  console.log(`\n── ${title}`);
  const ok = work();
  totals[ok ? 'passed' : 'failed'] += 1;
  if (!ok) failures.push(title);
  console.log(`── ${title}: ${ok ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - started) / 1000)} s`);
  return ok;
}

/** Builds the web app. A warning fails the build, because everyone who starts the product for the first time sees the output. */
function build() {
  const args = [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--configLoader', 'runner'];
  const env = { ...process.env, NODE_NO_WARNINGS: '1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args, '--logLevel', 'warn'], { cwd: root, env });
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  return status === 0 && stdout.length + stderr.length === 0;
}

/** A test runner that writes a JSON report; a run without a readable report counts as one failure. */
function suite(title, command, args, count, env = {}) {
  const started = Date.now();
  console.log(`\n── ${title}`);
  const ok = run(command, args, env);
  let result = { passed: 0, failed: 0, names: [] };
  try {
    result = count();
  } catch {
    result.failed = 1;
  }
  if (!ok && result.failed === 0) result.failed = 1;
  failures.push(
    ...(result.failed > 0 && result.names.length === 0 ? [`${title}, without a test's name`] : result.names),
  );
  totals.passed += result.passed;
  totals.failed += result.failed;
  console.log(
    `── ${title}: ${result.passed} passed, ${result.failed} failed in ${Math.round((Date.now() - started) / 1000)} s`,
  );
}

/** Runs all chosen projects together, so that long test files of one project run in the idle time of another project. */
function vitest(projects) {
  const file = join(reports, 'vitest.json');
  const args = [
    'vitest',
    'run',
    '--config',
    'tests/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  suite(projects.join(', '), 'npx', [...args, ...projects.map((project) => `--project=${project}`)], () => {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    const names = report.testResults.flatMap(({ name, status, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => fullName);
      const file = relative(root, name);
      return status === 'failed' && failed.length === 0 ? [file] : failed.map((title) => `${file} › ${title}`);
    });
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + report.numFailedTestSuites * (report.numFailedTests === 0 ? 1 : 0),
      names,
    };
  });
}

/** Names of the failed tests in a suite of Playwright's JSON report. */
function failedSpecs({ file, specs = [], suites = [] }) {
  const failed = specs.filter(({ tests }) => tests.some(({ status }) => status === 'unexpected'));
  return [...failed.map(({ title }) => `${file} › ${title}`), ...suites.flatMap(failedSpecs)];
}

function playwright() {
  const file = join(reports, 'e2e.json');
  const args = ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=list,json'];
  const count = () => {
    const { stats, suites } = JSON.parse(readFileSync(file, 'utf8'));
    const { expected, unexpected, flaky } = stats;
    if (flaky > 0) console.log(`── e2e: ${flaky} passed only at the second try`);
    return { passed: expected + flaky, failed: unexpected, names: suites.flatMap(failedSpecs) };
  };
  suite('e2e', 'npx', args, count, { PLAYWRIGHT_JSON_OUTPUT_NAME: file });
}

const projects = ['sync', 'db', 'server', 'unit', 'sw'];
const isWanted = (name) =>
  only.length === 0 || only.includes(name) || (name === 'tests' && projects.some((project) => only.includes(project)));

/** `npm test` runs all steps; `node tests/run.mjs types lint` runs only the steps `types` and `lint`. */
const steps = {
  types: () => {
    for (const file of ['tsconfig.json', 'sw/tsconfig.json', 'server/tsconfig.json', 'tests/tsconfig.json'])
      check(`types ${file}`, 'npx', ['tsc', '-p', file]);
  },
  lint: () => check('lint', 'npx', ['biome', 'check', '--error-on-warnings']),
  unused: () => check('unused code', 'npx', ['knip']),
  build: () => step('build', build),
  size: () => check('size budgets', 'npx', ['size-limit']),
  tests: () =>
    vitest(projects.filter((project) => only.length === 0 || only.includes('tests') || only.includes(project))),
  e2e: () => playwright(),
};

try {
  if (!installPackages() || !installBrowser()) totals.failed += 1;
  else for (const [name, runStep] of Object.entries(steps)) if (isWanted(name)) runStep();
} finally {
  rmSync(reports, { recursive: true, force: true });
}
for (const name of failures) console.log(`── failed: ${name}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);
