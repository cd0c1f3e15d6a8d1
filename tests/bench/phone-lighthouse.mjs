// Lighthouse's mobile performance score of the public pages, the median of three runs.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchDir, browserOptions, installInto, median, withFolder } from './stage.mjs';

const VERSION = '12.8.2'; // the newest version for Node 20
const RUNS = 3;
const SCORE = 95;
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
/** The landing page redirects phones, so it is opened with a desktop user agent, on the same slow network and CPU. */
const pages = [['/login'], ['/pricing_mobile'], ['/', DESKTOP]];

function runOnce(folder, url, agent) {
  const file = join(folder, 'report.json');
  const args = [
    join(benchDir, 'lighthouse/node_modules/lighthouse/cli/index.js'),
    url,
    ...['--quiet', '--only-categories=performance', '--output=json', `--output-path=${file}`],
    `--chrome-flags=--headless ${browserOptions.args.join(' ')}`,
    ...(agent ? [`--emulated-user-agent=${agent}`] : []),
  ];
  const env = {
    ...process.env,
    ...(browserOptions.executablePath ? { CHROME_PATH: browserOptions.executablePath } : {}),
  };
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
  if (status !== 0) throw new Error(`Lighthouse: ${stderr.slice(-2_000)}`);
  const { categories, audits } = JSON.parse(readFileSync(file, 'utf8'));
  return {
    score: Math.round(categories.performance.score * 100),
    fcp: Math.round(audits['first-contentful-paint'].numericValue),
    lcp: Math.round(audits['largest-contentful-paint'].numericValue),
    tbt: Math.round(audits['total-blocking-time'].numericValue),
    cls: audits['cumulative-layout-shift'].numericValue,
  };
}

export async function measureLighthouse({ url }) {
  installInto(join(benchDir, 'lighthouse'), { lighthouse: VERSION });
  return withFolder((folder) =>
    pages.map(([path, agent]) => {
      const runs = Array.from({ length: RUNS }, () => runOnce(folder, url + path, agent));
      const of = (name) => median(runs.map((each) => each[name]));
      return {
        what: `Lighthouse mobile, performance of ${path}${agent ? ' (computer)' : ''}`,
        measured: `${of('score')} (FCP ${of('fcp')}, LCP ${of('lcp')}, TBT ${of('tbt')} ms)`,
        target: `≥ ${SCORE}`,
        met: of('score') >= SCORE,
        gate: false,
        figures: runs,
      };
    }),
  );
}
