import { firefox, type Page } from 'playwright-core-firefox';
import type { LocalPushService } from '../helpers/push-service';
import { FIREFOX, firefoxPrefs } from './firefox-browser';
import { equal, journalOf, PASSWORD, type Product, type Steps, school, waitFor } from './stage';

// Firefox ESR must support the learner's journey online and offline, with a download in IndexedDB, and must decrypt a real
// push message from our sender. An older Playwright drives this Firefox, because the newest Playwright sends a command that Firefox ESR lacks.

const EMAIL = 'premium@sloy.test';
const wait = { timeout: 60_000 };

const visible = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor(wait);

/** System notifications that the page's service worker shows now. */
const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Имейл').fill(EMAIL);
  await page.getByLabel('Парола', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Влезте', exact: true }).click();
  await page.getByRole('heading', { name: /Здравейте/ }).waitFor(wait);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
  });
}

const synced = (page: Page) =>
  page
    .getByRole('button', { name: 'Синхронизация: Синхронизирано' })
    .first()
    .waitFor({ state: 'visible', timeout: 90_000 });

const currentTime = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);

async function watchUntil(page: Page, seconds: number): Promise<void> {
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.muted = true;
    return video.play();
  });
  await waitFor('The video', async () => (await currentTime(page)) >= seconds);
  await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause());
}

async function takeQuiz(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/test/${school.quiz}`);
  await page.getByRole('button', { name: /^(Start|Retake Test)$/ }).click(wait);
  for (const [index, options] of school.answers.entries()) {
    await page.getByRole('heading', { name: `Въпрос ${index + 1} от ${school.answers.length}` }).waitFor(wait);
    for (const option of options) await page.getByLabel(option, { exact: true }).check();
    await page.getByRole('button', { name: index === school.answers.length - 1 ? 'Finish' : 'Next' }).click();
  }
  await page.getByRole('heading', { name: 'Congratulations' }).waitFor(wait);
}

/** The learner's journey: online, without the server, and online again. */
async function journey(page: Page, product: Product, { step }: Pick<Steps, 'step'>): Promise<void> {
  const { url } = product;
  const attempts = async () => (await journalOf(await product.caller(EMAIL))).filter((id) => id.startsWith('attempt/'));
  const before = await attempts();
  await step('signs in; the worker controls the page', () => signIn(page, url));
  await step('plays a lesson', async () => {
    await page.goto(`${url}/video/${school.lesson}/${school.course}`);
    await watchUntil(page, 4);
  });
  await step('downloads it into its rows', async () => {
    await page.getByRole('button', { name: 'Свалете за офлайн' }).click(wait);
    await visible(page, 'Downloaded');
  });
  await step('is synchronised', async () => {
    await page.goto(`${url}/dashboard`);
    await synced(page);
  });
  await product.stop();
  await step('opens with the server gone', async () => {
    await page.goto(`${url}/dashboard`);
    await page.getByRole('heading', { name: /Здравейте/ }).waitFor(wait);
  });
  await step('plays and seeks the download without the server', async () => {
    await page.goto(`${url}/video/${school.lesson}/${school.course}`);
    await watchUntil(page, 8);
    await page.locator('video').evaluate((video: HTMLVideoElement) => {
      video.currentTime = 20;
    });
    await waitFor('The seek', () =>
      page.locator('video').evaluate((video: HTMLVideoElement) => !video.seeking && video.readyState >= 2),
    );
    equal('The position', Math.round(await currentTime(page)), 20);
  });
  await step('takes a quiz without the server', () => takeQuiz(page, url));
  await product.start();
  await step('sends everything once the server is back', async () => {
    await page.goto(`${url}/dashboard`);
    await synced(page);
    await waitFor('The attempt', async () => (await attempts()).length > before.length);
    equal('Attempts', (await attempts()).length, before.length + 1);
    equal('Progress', (await journalOf(await product.caller(EMAIL))).includes(`progress/${school.lesson}`), true);
  });
}

async function pushMessages(page: Page, product: Product, push: LocalPushService, { step }: Pick<Steps, 'step'>) {
  const admin = await product.caller('admin@sloy.test');
  const learner = await product.caller(EMAIL);
  const send = (title: string, link: string) =>
    admin.service('/api/send-push-notification', { userIds: [learner.id], title, body: 'Отворете урока.', link });

  await step('subscribes from the settings and registers with the server', async () => {
    await page.goto(`${product.url}/settings?tab=notifications`);
    // Turn quiet hours off, because otherwise a message at night would wait until the morning.
    const quiet = page.getByRole('switch', { name: /Тихи часове/ });
    await quiet.waitFor(wait);
    if (await quiet.isChecked()) await quiet.click();
    // The browser's preferences grant the permission, so the app has already subscribed at its start.
    await waitFor('The subscription', async () => push.registered.length === 1);
    await page.getByRole('button', { name: 'Изключете на това устройство' }).click();
    await waitFor('The end of the first subscription', async () => push.ended.length === 1);
    await page.getByRole('button', { name: 'Включете на това устройство' }).click();
    await page.getByRole('button', { name: 'Изключете на това устройство' }).waitFor(wait);
    await page.goto(`${product.url}/dashboard`);
    await synced(page);
  });
  await step('shows the banner and the notification of an open page', async () => {
    await send('Нов урок: подпори', `/course/${school.course}`);
    const banner = page.getByRole('complementary').filter({ hasText: 'Нов урок: подпори' });
    await banner.waitFor(wait);
    const [notice] = await waitFor('The notification', async () => {
      const all = await shown(page);
      return all.length > 0 && all;
    });
    equal(
      'The notification',
      { title: notice?.title, body: notice?.body },
      { title: 'Нов урок: подпори', body: 'Отворете урока.' },
    );
    const [message] = push.posted;
    equal('What the push service saw', message?.body.includes('Нов урок'), false);
    equal('The encoding', message?.headers['content-encoding'], 'aes128gcm');
    await banner.getByRole('link').click();
    await page.waitForURL(`**/course/${school.course}`, wait);
  });
  await step('shows a notification while no page is open', async () => {
    const before = (await shown(page)).length;
    await page.goto('about:blank');
    await send('Докато Слой е затворен', '/notifications');
    await waitFor('The second message', async () => push.posted.length >= 2);
    await page.goto(`${product.url}/dashboard`);
    const titles = await waitFor('The notification', async () => {
      const all = (await shown(page)).map(({ title }) => title);
      return all.includes('Докато Слой е затворен') && all;
    });
    return `${before} → ${titles.length}`;
  });
  await step('is unsubscribed by signing out', async () => {
    await page.getByRole('button', { name: 'Меню на профила' }).click(wait);
    await page.getByRole('button', { name: 'Изход' }).click(wait);
    await page.getByLabel('Имейл').waitFor(wait);
    await waitFor('The end of the subscription', async () => push.ended.length === 2);
  });
}

export async function runFirefox(product: Product, push: LocalPushService, steps: Steps) {
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: FIREFOX,
    firefoxUserPrefs: firefoxPrefs(push.socketUrl),
  });
  const report = { step: steps.step.bind(steps) };
  let page: Page | undefined;
  try {
    const context = await browser.newContext({ viewport: { width: 412, height: 915 } });
    page = await context.newPage();
    await journey(page, product, report);
    await pushMessages(page, product, push, report);
  } catch (error) {
    await page?.screenshot({ path: 'test-results/firefox.png' }).catch(() => undefined);
    throw error;
  } finally {
    await browser.close();
  }
}
