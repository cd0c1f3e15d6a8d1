import type { Page } from '@playwright/test';
import { type Deployments, startDeployments } from './deployments';
import { desktop, expect, test } from './device';
import { journalOf, newLearner } from './learners';
import { opensWith } from './offline-cells';
import { CERTIFICATE_URL, table } from './offline-table';
import { begin, saved } from './pages/quiz';
import { signIn, waitForWorker, waitUntilSynced } from './pages/shell';

// Open tabs keep working while later versions are deployed, and a rollback to an earlier version updates them like any other version.

let host: Deployments;
test.beforeAll(async () => {
  host = await startDeployments(Number(process.env.SLOY_E2E_PORT));
});
test.afterAll(() => host.close());

const quiz = '/test/e0000000-0000-4000-8000-000000000001';
/** Screens with their own code chunk that are not in the offline matrix. */
const others = [
  ...['/pricing', '/tos_mobile', '/pp_mobile', '/refund_mobile', '/demo', '/contact', '/store', '/cart'],
  ...[
    '/checkout',
    '/checkout/success',
    '/checkout/cancel',
    '/dashboard/faq',
    '/no-such-page',
    '/certificate/AAAA-BBBB-CCCC-DDDD',
  ],
];

const navigate = (page: Page, url: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, url);

const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { sameLoad: true }));
const isSameLoad = (page: Page) => page.evaluate(() => 'sameLoad' in window);
/** The version that the page runs: the letter in the names of its code files. */
const versionOf = (page: Page) =>
  page.evaluate(
    () => /-(\w)[\w-]{7}\.js$/.exec(document.querySelector<HTMLScriptElement>('script[src]')?.src ?? '')?.[1],
  );

/** Activates the deployed version, as the button of the update prompt does, and reloads this tab into it. */
async function update(page: Page) {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
    while (!registration?.waiting) await new Promise((later) => setTimeout(later, 50));
    const taken = new Promise((done) =>
      navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }),
    );
    registration.waiting.postMessage({ type: 'SKIP_WAITING' });
    await taken;
  });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

test('tabs of a version keep all its screens and a quiz while two later versions take over; then one reload updates them', async ({
  newDevice,
}) => {
  const learner = await newLearner('premium');
  const device = newDevice({ ...desktop, baseURL: host.origin });
  host.deploy('A');
  const page = await device.start();
  await signIn(page, learner.email);
  await waitForWorker(page);
  await waitUntilSynced(page);
  await mark(page);
  const taking = await device.context.newPage();
  await taking.goto(quiz);
  await begin(taking);
  await taking.getByRole('radio').or(taking.getByRole('checkbox')).first().check();
  await saved(taking);
  await mark(taking);
  const updating = await device.context.newPage();
  await updating.goto('/pricing');
  for (const version of ['B', 'C']) {
    host.deploy(version);
    await update(updating);
    expect(await versionOf(updating)).toBe(version);
  }

  await test.step('each screen of the first version opens, also without a network', async () => {
    await device.offline(true);
    const rows = table.filter(({ account, address }) => account === 'premium' && address !== CERTIFICATE_URL);
    expect(rows.length + others.length).toBeGreaterThanOrEqual(30);
    for (const row of rows) {
      await navigate(page, row.address);
      const [words = ''] = opensWith(row, 'desktop');
      await expect(page.getByText(words).or(page.getByLabel(words)).first(), row.screen).toBeVisible();
    }
    for (const address of others) {
      const before = await page.title();
      await navigate(page, address);
      await expect(page, address).not.toHaveTitle(before);
      await expect(page.getByRole('heading').first(), address).toBeVisible();
      await expect(page.getByText('Нещо се обърка'), address).toHaveCount(0);
    }
    expect(await isSameLoad(page)).toBe(true);
    expect(await versionOf(page)).toBe('A');
  });

  await test.step('the quiz is neither reloaded nor covered, and its answers arrive', async () => {
    await taking.getByRole('button', { name: 'Next' }).click();
    await taking.getByRole('radio').or(taking.getByRole('checkbox')).first().check();
    await saved(taking);
    await expect(taking.getByRole('button', { name: 'Презаредете сега' })).toHaveCount(0);
    await device.offline(false);
    await expect
      .poll(async () => {
        const attempt = (await journalOf(learner)).find(({ kind }) => kind === 'attempt');
        return Object.keys((attempt?.data.answers as object | undefined) ?? {}).length;
      })
      .toBe(2);
    expect(await isSameLoad(taking)).toBe(true);
  });

  await test.step('the first tab offers the newest version and runs it after one reload', async () => {
    await navigate(page, '/dashboard');
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Презаредете сега' }).click();
    await reloaded;
    await waitUntilSynced(page);
    expect(await versionOf(page)).toBe('C');
  });

  await test.step('a return to an earlier version is an update like any other', async () => {
    host.deploy('B');
    await update(updating);
    expect(await versionOf(updating)).toBe('B');
    await page.reload();
    await waitUntilSynced(page);
    expect(await versionOf(page)).toBe('B');
  });
});
