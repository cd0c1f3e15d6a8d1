// The admin console with 10,000 users and 50,000 registrations: its list and statistics calls over HTTP, the CSV of all registrations in a browser,
// and the page's longest task while an administrator searches with 4 × CPU slowdown.
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright';
import { consoleRows, figureCalls, listCalls, SIZES } from './console-rows.mjs';
import { worstOf } from './measure-lists.mjs';
import { slowed } from './measure-screens.mjs';
import { browserOptions, check, quantile, rounded } from './stage.mjs';

const CALLS = 20;
const TARGETS = { list: 100, figures: 300, csv: 10_000, task: 100 };

/** Creates an administrator for the bench. @returns the account with an access token */
export async function openAdmin(school, name = 'console-admin') {
  const admin = await school.ask('account', name);
  await school.ask('sql', 'insert into public.admin_users (email) values ($1)', [admin.email]);
  // Set `user_id` directly: normally an administrator gets rights only after confirming the e-mail address.
  await school.ask('sql', 'update public.admin_users set user_id = $2 where email = $1', [admin.email, admin.uid]);
  const answer = await fetch(`${school.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: school.key, 'content-type': 'application/json' },
    body: JSON.stringify({ email: admin.email, password: admin.password }),
  });
  const { access_token: token } = await answer.json();
  check(token, `the administrator signed in: ${answer.status}`);
  return { ...admin, token };
}

/** The 95th percentile (ms) of each call over HTTP. */
async function timesOf(school, token, calls) {
  const times = {};
  for (const [what, name, args] of calls) {
    const taken = [];
    for (let call = 0; call < CALLS; call += 1) {
      const begun = performance.now();
      const answer = await fetch(`${school.url}/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: { apikey: school.key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(args),
      });
      const body = await answer.text();
      taken.push(performance.now() - begun);
      check(answer.ok, `${name} answered ${answer.status}: ${body}`);
    }
    times[what] = rounded(quantile(taken, 0.95));
  }
  return times;
}

const row = (what, unit, figures, target) => {
  const [slowest, worst] = Object.entries(figures).sort(([, a], [, b]) => b - a)[0];
  return {
    what,
    measured: `${rounded(worst)} ${unit} (${slowest})`,
    target: `≤ ${target} ${unit}`,
    met: worst <= target,
    gate: false,
    figures,
  };
};

async function inBrowser(school, admin) {
  const browser = await chromium.launch(browserOptions);
  try {
    const page = await browser.newPage({ locale: 'bg-BG', timezoneId: 'Europe/Sofia', acceptDownloads: true });
    await page.goto(`${school.url}/admin/dashboard?section=events&tab=registrations`);
    await page.getByLabel('Email').fill(admin.email);
    await page.getByLabel('Password', { exact: true }).fill(admin.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('table').waitFor({ timeout: 60_000 });
    const begun = performance.now();
    const waiting = page.waitForEvent('download', { timeout: 120_000 });
    await page.getByRole('button', { name: 'Свалете CSV' }).click();
    const file = await (await waiting).path();
    const csv = performance.now() - begun;
    const lines = readFileSync(file, 'utf8').trimEnd().split('\r\n').length;
    // `>` and not `===`, because the seed has registrations too.
    check(lines > SIZES.registrations, `the file has ${lines} lines`);
    await slowed(page);
    await page.getByRole('searchbox').focus();
    const typing = await worstOf(page, async () => {
      await page.keyboard.type('person-777', { delay: 60 });
      await page.getByText('person-777@bench.test').first().waitFor({ timeout: 30_000 });
    });
    return { csv: rounded(csv), typing: rounded(typing) };
  } finally {
    await browser.close();
  }
}

export async function measureConsole(school) {
  await school.ask('script', consoleRows);
  const admin = await openAdmin(school);
  const lists = await timesOf(school, admin.token, listCalls);
  const figures = await timesOf(school, admin.token, figureCalls);
  const { csv, typing } = await inBrowser(school, admin);
  const many = `${SIZES.users} users, ${SIZES.registrations} registrations`;
  return [
    row(`console, ${many}: slowest list call, p95`, 'ms', lists, TARGETS.list),
    row(
      `console, ${SIZES.progress} progress documents: slowest dashboard or statistics call, p95`,
      'ms',
      figures,
      TARGETS.figures,
    ),
    row(`console: CSV of ${SIZES.registrations} registrations`, 'ms', { csv }, TARGETS.csv),
    row('console: longest task while typing a search, CPU 4×', 'ms', { typing }, TARGETS.task),
  ];
}
