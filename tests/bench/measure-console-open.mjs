// The console's first open: the size of its own code, and its largest contentful paint on a slow phone compared with a learner's dashboard.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright';
import { openAdmin } from './measure-console.mjs';
import { appears, dashboardSays, interleave, phone, SLOW_4G, signIn } from './measure-screens.mjs';
import { firstVisit, sessionOf } from './signed-in-visits.mjs';
import { browserOptions, median, root, rounded, row } from './stage.mjs';

const ROUNDS = 3;
const TARGETS = { shell: 60, section: 45, paint: 1.4 };

const gzipKb = (files) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(root, 'dist', file))).length, 0) / 1000;

/**
 * Gzipped size (kB) of the console's own code. `shell`: the files of the console's shell and dashboard that a learner's dashboard does not load.
 * `sections`: the files that each other section adds. The files that the console shares with the learner's dashboard (React, the start, the engine's
 * client, the shared controls) count only in `total`: they are precached for every learner and have limits of their own.
 */
function consoleSizes() {
  const chunks = JSON.parse(readFileSync(join(root, 'dist/.vite/manifest.json'), 'utf8'));
  const closure = (key, files = new Set(), seen = new Set()) => {
    const chunk = chunks[key];
    if (!chunk || seen.has(key)) return files;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const next of chunk.imports ?? []) closure(next, files, seen);
    return files;
  };
  const less = (files, other) => new Set([...files].filter((file) => !other.has(file)));
  const learners = closure('src/app/routing/dashboard-screen.tsx', closure('index.html'));
  const pages = Object.keys(chunks).filter((key) =>
    /^src\/features\/(?:[^/]+\/)?console\/(?:[^/]+\/)?[a-z-]+-page\.tsx$/.test(key),
  );
  const shell = closure('index.html');
  for (const key of [
    'src/app/routing/console-screen.tsx',
    'src/app/routing/console-sections.tsx',
    'src/features/dashboard/console/dashboard-page.tsx',
  ])
    closure(key, shell);
  const sections = Object.fromEntries(
    pages
      .filter((key) => !key.includes('/dashboard/') && !key.includes('/login/'))
      .map((key) => [
        key.split('/').at(-1)?.replace('-page.tsx', ''),
        rounded(gzipKb(less(less(closure(key), learners), shell)), 1),
      ]),
  );
  return { shell: rounded(gzipKb(less(shell, learners)), 1), total: rounded(gzipKb(shell), 1), sections };
}

/** Signs in on the learner's or the console's login page. @returns the browser's session */
async function sessionFrom(browser, enter) {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await enter(page);
  const session = await sessionOf(page);
  await context.close();
  return session;
}

async function firstOpens(school) {
  const browser = await chromium.launch(browserOptions);
  try {
    const admin = await openAdmin(school, 'open-admin');
    const learner = await school.ask('account', 'open-learner');
    const ofAdmin = await sessionFrom(browser, async (page) => {
      await page.goto(`${school.url}/admin/login`);
      await page.getByLabel('Email').fill(admin.email);
      await page.getByLabel('Password', { exact: true }).fill(admin.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.locator('main a[href*="section=users"]').first().waitFor({ timeout: 60_000 });
    });
    const ofLearner = await sessionFrom(browser, (page) => signIn(page, school.url, learner));
    const slow = { network: SLOW_4G, rate: 4 };
    // Waits for the console's figures, which are links to the list of users.
    const consoleSays = (page) => appears(page, 'main a[href*="section=users"]');
    return await interleave(
      {
        console: firstVisit(browser, `${school.url}/admin/dashboard`, consoleSays, { ...slow, session: ofAdmin }),
        learner: firstVisit(browser, `${school.url}/dashboard`, dashboardSays, { ...slow, session: ofLearner }),
      },
      ROUNDS,
    );
  } finally {
    await browser.close();
  }
}

export async function measureConsoleOpen(school) {
  const { shell, total, sections } = consoleSizes();
  const [largest, kb] = Object.entries(sections).sort(([, a], [, b]) => b - a)[0];
  const paints = await firstOpens(school);
  const [ours, theirs] = [median(paints.console), median(paints.learner)];
  return [
    row(
      'console: shell and dashboard, own gzip (beyond a learner’s dashboard)',
      `${shell} kB (with all shared files ${total} kB)`,
      `≤ ${TARGETS.shell} kB`,
      shell <= TARGETS.shell,
      { shell, total },
    ),
    row(
      'console: largest section, own gzip',
      `${kb} kB (${largest})`,
      `≤ ${TARGETS.section} kB`,
      kb <= TARGETS.section,
      sections,
    ),
    row(
      'console, first open, slow 4G, CPU 4×: LCP / LCP of a learner’s dashboard',
      `${(ours / theirs).toFixed(2)} (${ours.toFixed(0)} / ${theirs.toFixed(0)} ms)`,
      `≤ ${TARGETS.paint}`,
      ours / theirs <= TARGETS.paint,
      Object.fromEntries(Object.entries(paints).map(([name, list]) => [name, list.map((ms) => rounded(ms))])),
    ),
  ];
}
