import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './device';
import { journalOf, newLearner } from './learners';
import { begin, openTest, option, saved, testUrl } from './pages/quiz';
import { signIn, waitForWorker, waitUntilSynced } from './pages/shell';

const timed = 'e0000000-0000-4000-8000-000000000002';
const LIMIT = 600;
const HOUR = 3_600_000;

/** Shifts the clock that pages read (ms), as the owner of the device could. `setClock` replaces the shift in one tab. */
const moveClock = (context: BrowserContext, ms = 0) =>
  context.addInitScript((start) => {
    const real = Date.now;
    Date.now = () => real() + Number(sessionStorage.getItem('moved') ?? start);
  }, ms);
const setClock = (page: Page, ms: number) =>
  page.evaluate((moved) => sessionStorage.setItem('moved', String(moved)), ms);

const left = async (page: Page) =>
  ((await page.getByRole('timer').textContent()) ?? '')
    .split(':')
    .reduce((seconds, part) => seconds * 60 + Number(part), 0);

test('the time of a quiz continues through Exit, a closed tab and a changed clock, and ends the quiz by itself', async ({
  newDevice,
}) => {
  const learner = await newLearner('pro');
  const device = newDevice();
  let page = await device.start();
  await moveClock(device.context);
  await signIn(page, learner.email);
  await waitForWorker(page);
  await waitUntilSynced(page);
  await openTest(page, timed);
  await begin(page);
  const [startedAt, atStart] = [Date.now(), await left(page)];
  /** Deviation of the timer from the real time (s). */
  const wrong = async () => Math.abs(atStart - (Date.now() - startedAt) / 1_000 - (await left(page)));
  await option(page, 'Свалям дюзата с около 0,02 mm').check();
  await saved(page);

  await test.step('Exit does not stop the time', async () => {
    await page.getByRole('button', { name: 'Изход' }).click();
    await expect(page.getByText('Времето тече. Остават', { exact: false })).toBeVisible();
    await expect.poll(() => left(page)).toBeLessThan(atStart - 2);
    await expect.poll(wrong).toBeLessThan(3);
  });

  for (const [name, moved] of [
    ['set back', -HOUR],
    ['set forward', HOUR],
  ] as const) {
    await test.step(`a clock that is ${name} by an hour while the quiz is closed changes nothing: the server’s time counts`, async () => {
      await setClock(page, moved);
      await page.goto('/dashboard');
      // Until the server answers, a device has only its own clock.
      const serverTimeAnswer = () => page.waitForResponse((answer) => answer.url().endsWith('/rpc/server_time'));
      await Promise.all([serverTimeAnswer(), page.goto(testUrl(timed))]);
      await expect.poll(wrong).toBeLessThan(4);
      await Promise.all([serverTimeAnswer(), page.getByRole('button', { name: 'Continue' }).click()]);
      await expect(page.getByRole('button', { name: 'Previous' })).toBeVisible();
      await expect.poll(wrong).toBeLessThan(4);
    });
  }

  await test.step('an attempt that expired while closed is finished with the given answers, without a network', async () => {
    await device.offline(true);
    await device.kill();
    page = await device.start({ offline: true });
    await moveClock(device.context, 3 * HOUR);
    await page.goto(testUrl(timed));
    await expect(page.getByRole('heading', { name: 'Test Complete' })).toBeVisible();
    await expect(page.getByText('Времето изтече. Тестът е приключен с отговорите дотук.')).toBeVisible();
    await expect(page.getByText('Време за решаване: 10:00')).toBeVisible();
  });

  await device.offline(false);
  await expect(page.getByText('резултатът е потвърден')).toBeVisible({ timeout: 60_000 });
  const { data } = await learner.api.from('test_results').select('test_id, score, time_spent');
  expect(data).toEqual([{ test_id: timed, score: 17, time_spent: LIMIT }]);
  const attempts = (await journalOf(learner)).filter(({ kind }) => kind === 'attempt');
  expect(attempts.map((doc) => Object.keys(doc.data.answers as object).length)).toEqual([1]);
});
