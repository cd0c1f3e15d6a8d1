import type { Page } from '@playwright/test';
import { expect, test } from './device';
import { newLearner, PASSWORD } from './learners';
import { saved } from './pages/quiz';
import { account, signIn, syncChip, waitForWorker, waitUntilSynced } from './pages/shell';

// What a device stores of an account after its session has ended here or from afar, read from the browser's storage itself.

const QUIZ = '/test/e0000000-0000-4000-8000-000000000001';

/** Every database, row and key of the browser's storage that names the account. Downloads stay on purpose. */
const tracesOf = (page: Page, id: string) =>
  page.evaluate(async (uid) => {
    const traces: string[] = [];
    const request = <T>(work: IDBRequest<T>) =>
      new Promise<T>((done, failed) => {
        work.onsuccess = () => done(work.result);
        work.onerror = () => failed(work.error);
      });
    for (const { name } of await indexedDB.databases()) {
      if (!name || name.startsWith('sloy-downloads-')) continue;
      if (name.includes(uid)) {
        traces.push(name);
        // Opening it would create it again if the app removes it meanwhile.
        continue;
      }
      const database = await request(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const rows = await request(database.transaction(store).objectStore(store).getAll());
        for (const row of rows) if (JSON.stringify(row)?.includes(uid)) traces.push(`${name} ${store}`);
      }
      database.close();
    }
    for (const [key, value] of Object.entries(localStorage))
      if (key !== 'sloy.stored' && `${key} ${value}`.includes(uid)) traces.push(`localStorage ${key}`);
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys())
        if (url.includes(uid)) traces.push(`${name} ${url}`);
    return traces;
  }, id);
const isEmpty = (page: Page, id: string) => expect.poll(() => tracesOf(page, id), { timeout: 20_000 }).toEqual([]);

async function signOut(page: Page) {
  await account(page).click();
  await page.getByRole('button', { name: 'Изход' }).click();
}

/** Starts a quiz without a network, so that an answer waits on the device. */
async function leaveAnswer(page: Page) {
  await page.goto(QUIZ);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByLabel('По-гладка стена').check();
  await saved(page);
  await page.goto('/dashboard');
  await expect(syncChip(page)).toHaveAccessibleName(/чака/);
}

test('a sign-out removes the account from the device, in two tabs, and the next sign-in brings everything back', async ({
  page,
  context,
}) => {
  const learner = await newLearner('pro');
  await signIn(page, learner.email);
  await waitForWorker(page);
  await waitUntilSynced(page);
  const other = await context.newPage();
  await other.goto('/dashboard');
  await waitUntilSynced(other);
  expect((await tracesOf(page, learner.id)).length).toBeGreaterThan(2);
  await signOut(page);
  await page.waitForURL('**/login');
  await other.waitForURL('**/login');
  await isEmpty(page, learner.id);
  await page.getByLabel('Имейл').fill(learner.email);
  await page.getByLabel('Парола', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Влезте', exact: true }).click();
  await waitUntilSynced(page);
  await expect(page.getByRole('heading', { name: /Здравейте/ })).toBeVisible();
  // Neither the removal nor the return looks like an eviction.
  await expect(page.getByText('Браузърът', { exact: false })).toHaveCount(0);
  await other.goto('/dashboard');
  await waitUntilSynced(other);
});

test('a sign-out without a network, killed at once, is complete after the next start', async ({ newDevice }) => {
  const learner = await newLearner('pro');
  const device = newDevice();
  let page = await device.start();
  await signIn(page, learner.email);
  await waitForWorker(page);
  await waitUntilSynced(page);
  await device.offline(true);
  await signOut(page);
  await page.waitForURL('**/login');
  await device.kill();
  page = await device.start({ offline: true });
  await page.goto('/login');
  await isEmpty(page, learner.id);
});

test('with something unsent, a sign-out asks: it stays until the next sign-in, or is deleted after a second question', async ({
  newDevice,
}) => {
  const learner = await newLearner('pro');
  const device = newDevice();
  const page = await device.start();
  await signIn(page, learner.email);
  await waitForWorker(page);
  await waitUntilSynced(page);
  await device.offline(true);
  await leaveAnswer(page);
  await signOut(page);
  await page.getByRole('button', { name: 'Излезте въпреки това' }).click();
  await page.waitForURL('**/login');
  const mirror = `sloy-mirror-${learner.id}`;
  await expect.poll(() => tracesOf(page, learner.id), { timeout: 20_000 }).not.toContain(mirror);
  expect(await tracesOf(page, learner.id)).not.toEqual([]);

  await device.offline(false);
  await signIn(page, learner.email);
  await waitUntilSynced(page);
  await page.goto(QUIZ);
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();

  await device.offline(true);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('radio', { checked: false }).first().check();
  await saved(page);
  await page.goto('/dashboard');
  await expect(syncChip(page)).toHaveAccessibleName(/чака/);
  await signOut(page);
  await page.getByRole('button', { name: 'Изтрийте ги', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Да се изтрие ли неизпратеното?' })).toBeVisible();
  await page.getByRole('button', { name: 'Изтрийте ги и излезте' }).click();
  await page.waitForURL('**/login');
  await isEmpty(page, learner.id);
});

test('a device that was ended from afar empties itself at its next contact, except what waits', async ({
  newDevice,
}) => {
  const [sent, unsent] = [await newLearner('pro'), await newLearner('pro')];
  for (const learner of [sent, unsent]) {
    const device = newDevice();
    const page = await device.start();
    await signIn(page, learner.email);
    await waitForWorker(page);
    await waitUntilSynced(page);
    // The name by which the device asks about its session.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('sloy.noted-session'))).not.toBeNull();
    await device.offline(true);
    if (learner === unsent) await leaveAnswer(page);
    await learner.api.auth.signOut({ scope: 'global' });
    await device.offline(false);
    await page.waitForURL('**/login', { timeout: 60_000 });
    await expect(page.getByText('Сесията на това устройство е приключена')).toBeVisible();
    if (learner === sent) await isEmpty(page, learner.id);
    else {
      const mirror = `sloy-mirror-${learner.id}`;
      await expect.poll(() => tracesOf(page, learner.id), { timeout: 20_000 }).not.toContain(mirror);
      await signIn(page, learner.email);
      await waitUntilSynced(page);
      await page.goto(QUIZ);
      await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
    }
  }
});
