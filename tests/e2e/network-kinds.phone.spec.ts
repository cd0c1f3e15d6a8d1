import { expect, phone, test } from './device';
import { newLearner } from './learners';
import { type NetworkKind, type NetworkProxy, startNetworkProxy } from './network-proxy';
import { downloadLesson, videoOf } from './pages/lesson';
import { signIn, waitForWorker, waitUntilSynced } from './pages/shell';

// Without a working network, a lesson must say that the network is the cause, and no screen may invent an answer. The tests use a browser that
// reports being offline, and three networks that only look available.

const course = 'c0000000-0000-4000-8000-000000000001';
const lesson = `/video/d0000000-0000-4000-8000-000000000003/${course}`;
const other = `/video/d0000000-0000-4000-8000-000000000002/${course}`;

let proxy: NetworkProxy;
test.beforeAll(async () => {
  proxy = await startNetworkProxy(Number(process.env.SLOY_E2E_PORT));
});
test.afterAll(() => proxy.close());
test.afterEach(() => proxy.set('up'));

/** The message for each kind of network. `offline: true` makes the browser itself offline. */
const kinds: { name: string; network: NetworkKind; offline?: true; says: string }[] = [
  { name: 'offline', network: 'down', offline: true, says: "You're Offline" },
  { name: 'a server that rejects connections', network: 'down', says: 'Няма връзка със сървъра' },
  { name: 'a server that never answers', network: 'silent', says: 'Видеото се бави' },
  { name: 'a captive portal', network: 'portal', says: 'Няма връзка със сървъра' },
];

for (const { name, network, offline = false, says } of kinds) {
  test(`${name}: a lesson reports the network, not its file, resumes by itself, and plays when it is downloaded`, async ({
    newDevice,
  }) => {
    const learner = await newLearner('premium');
    const device = newDevice({ ...phone, baseURL: proxy.origin });
    const page = await device.start();
    await signIn(page, learner.email);
    await waitForWorker(page);
    await waitUntilSynced(page);
    await page.goto(lesson);
    await downloadLesson(page);

    const isReady = (video: HTMLVideoElement) => video.readyState >= 2 && video.error === null;
    await test.step('a video that is not on the device reports the network', async () => {
      proxy.set(network);
      await device.offline(offline);
      await page.goto(other);
      await expect(page.getByText(says)).toBeVisible({ timeout: 20_000 });
      await expect(page.getByText('Video playback failed')).toHaveCount(0);
    });
    await test.step('a downloaded one plays', async () => {
      await page.goto(lesson);
      await expect.poll(() => videoOf(page).evaluate(isReady)).toBe(true);
      await expect(page.getByText(says)).toHaveCount(0);
    });
    await test.step('the network returns, without a press', async () => {
      await page.goto(other);
      await expect(page.getByText(says)).toBeVisible({ timeout: 20_000 });
      proxy.set('up');
      await device.offline(false);
      await expect.poll(() => videoOf(page).evaluate(isReady), { timeout: 45_000 }).toBe(true);
      await expect(page.getByText(says)).toHaveCount(0);
      await expect(page.getByText('Video playback failed')).toHaveCount(0);
    });
  });
}

for (const { name, network, offline = false } of kinds) {
  test(`${name}: no screen claims an answer that has not arrived`, async ({ newDevice }) => {
    test.setTimeout(300_000);
    const learner = await newLearner('pro');
    const device = newDevice({ ...phone, baseURL: proxy.origin });
    const page = await device.start();
    await signIn(page, learner.email);
    await waitForWorker(page);
    await waitUntilSynced(page);
    proxy.set(network);
    await device.offline(offline);

    await test.step('a request for a demonstration is saved, and confirmed only after it was sent', async () => {
      await page.goto('/demo');
      await page.getByLabel('First name').fill('Ана');
      await page.getByLabel('Last name').fill('Петрова');
      await page.getByLabel('Work email').fill('ana@example.com');
      await page.getByRole('button', { name: 'Request demo' }).click();
      await expect(page.getByText('Your request is saved on this device.')).toBeVisible();
      await expect(page.getByText('We have your request')).toHaveCount(0);
    });
    await test.step('a refresh reports that the server did not answer', async () => {
      await page.goto('/offline-dashboard');
      await page.getByRole('button', { name: 'Обновете' }).click();
      await expect(page.getByText('Показаното е от това устройство.')).toBeVisible();
      await expect(page.getByText('Обновено')).toHaveCount(0);
      await expect(page.getByText('Online', { exact: true })).toHaveCount(0, { timeout: 120_000 });
    });
    await test.step('the list of devices reaches a final state', async () => {
      await page.goto('/settings?tab=security');
      await expect(page.getByText(/^Списъкът (не можа да се зареди|чака интернет)$/)).toBeVisible({ timeout: 40_000 });
    });
  });
}
