// First visits on a weak phone (CPU 6× slower) and a weak network (3G), and the offline start, compared with bare React.
import { chromium } from 'playwright';
import {
  appears,
  bareSays,
  coldVisit,
  compare,
  dashboardSays,
  interleave,
  largestPaint,
  phone,
} from './measure-screens.mjs';
import { firstVisit, sessionOf } from './signed-in-visits.mjs';
import { browserOptions } from './stage.mjs';

export const CPU = 6;
const ROUNDS = 3;
const THREE_G = {
  offline: false,
  latency: 400,
  downloadThroughput: (400 * 1024) / 8,
  uploadThroughput: (400 * 1024) / 8,
};

/** The session of the device in `folder`. */
async function readSession(folder, url) {
  const device = await chromium.launchPersistentContext(folder, { ...browserOptions, ...phone });
  const page = device.pages()[0] ?? (await device.newPage());
  await page.goto(`${url}/robots.txt`);
  const session = await sessionOf(page);
  await device.close();
  return session;
}

export async function measureVisits({ url }, { bare, ours, theirs }) {
  try {
    return await visitAll(url, { bare, ours, theirs });
  } finally {
    await bare.close();
  }
}

async function visitAll(url, { bare, ours, theirs }) {
  const session = await readSession(ours, url);
  const slow = { network: THREE_G, rate: CPU };
  const browser = await chromium.launch(browserOptions);
  const first = await interleave(
    {
      login: firstVisit(browser, `${url}/login`, (page) => appears(page, '#root form button[type="submit"]'), slow),
      dashboard: firstVisit(browser, `${url}/dashboard`, dashboardSays, { ...slow, session }),
      bare: firstVisit(browser, `${bare.url}/`, bareSays, slow),
    },
    ROUNDS,
  );
  await browser.close();
  const cold = await interleave({
    ours: coldVisit(ours, `${url}/dashboard`, dashboardSays, largestPaint, undefined, CPU),
    bare: coldVisit(theirs, `${bare.url}/`, bareSays, largestPaint, undefined, CPU),
  });
  return [
    compare('phone, CPU 6×, 3G, first visit: LCP of /login / bare React', { ours: first.login, bare: first.bare }, 1.3),
    compare(
      'the same: LCP of the signed-in dashboard with its data / bare React',
      { ours: first.dashboard, bare: first.bare },
      1.6,
    ),
    compare('phone, CPU 6×, offline, cold browser: LCP of the dashboard / bare React', cold, 2),
  ];
}
