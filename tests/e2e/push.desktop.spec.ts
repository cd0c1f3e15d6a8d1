import { WIRE_VERSION } from '@/shared/product';
import { type LocalPushService, openPushService } from '../helpers/push-service';
import { pushSubscriber } from '../helpers/push-subscriber';
import { expect, test } from './device';
import { type Learner, newLearner, serverClient } from './learners';
import { badge, deliver, press, replaceSubscription, shownTitles, watchBadge } from './pages/push';
import { bell, signIn, syncChip, waitForWorker, waitUntilSynced, whenHeard } from './pages/shell';

// A row in the table of notifications goes through the queue, our sender, encryption and a push service to the worker;
// a click marks it as read on the server and on a second device.

const lesson = 'd0000000-0000-4000-8000-000000000003';
const course = 'c0000000-0000-4000-8000-000000000001';

let service: LocalPushService;
test.beforeAll(async () => {
  service = await openPushService(`${process.env.SLOY_E2E_DATA}.push`);
});
test.afterAll(() => service?.close());

/** Turns quiet hours off, because the tests run at any hour. */
async function endQuietHours({ api }: Learner) {
  const { error } = await api.rpc('sync_push', {
    p_docs: [
      {
        ...{ id: 'profile/me', kind: 'profile', at: Date.now(), active_on: '2026-11-23', rev: 0 },
        data: { fields: { quiet_hours: { value: 'off', at: Date.now() } } },
      },
    ],
    p_version: WIRE_VERSION,
  });
  if (error) throw new Error(error.message);
}

/** Inserts the row that the server creates for each recipient when an administrator sends a notification. */
async function notify({ id }: Learner, title: string, link: string) {
  const { error } = await serverClient()
    .from('notifications')
    .insert({ user_id: id, title, message: 'Вижте какво е новото.', type: 'info', link });
  if (error) throw new Error(error.message);
}

const isRead = async ({ api }: Learner, title: string) =>
  (await api.from('notifications').select('is_read').eq('title', title).single()).data?.is_read;

test('a new row becomes a banner and a notification; a press opens its screen without a reload and marks it read everywhere', async ({
  newDevice,
}) => {
  const learner = await newLearner('premium');
  await endQuietHours(learner);
  const own = pushSubscriber(`https://updates.push.services.mozilla.com/wpush/v2/${learner.id}`);
  const device = newDevice();
  let page = await device.start();
  await replaceSubscription(device.context, own.subscription);
  await signIn(page, learner.email);
  await waitForWorker(page);

  /** Inserts a notification and returns the message that the push service received for it, decrypted with the browser's keys. */
  const sent = async (title: string, link: string): Promise<string> => {
    const before = service.posted.length;
    await notify(learner, title, link);
    await expect.poll(() => service.posted.length, { intervals: [50] }).toBeGreaterThan(before);
    return own.read(service.posted[before]?.body ?? Buffer.alloc(0));
  };
  const banner = (title: string) =>
    page.getByRole('complementary', { name: 'Ново съобщение' }).filter({ hasText: title });

  await test.step('the device registers from the settings', async () => {
    await page.goto('/settings?tab=notifications');
    await page.getByRole('button', { name: 'Изключете на това устройство' }).click();
    await page.getByRole('button', { name: 'Включете на това устройство' }).click();
    await expect(page.getByRole('button', { name: 'Изключете на това устройство' })).toBeVisible();
    await expect
      .poll(async () => (await learner.api.from('push_devices').select('platform')).data)
      .toEqual([{ platform: 'web' }]);
  });

  const second = newDevice();
  const other = await second.start();
  await watchBadge(second.context);
  await signIn(other, learner.email);

  await test.step('an open page shows the banner at once, and the system shows the notification', async () => {
    await page.goto('/dashboard');
    await waitUntilSynced(page);
    // The badge is set only after the banner's code has loaded.
    await expect.poll(() => badge(page)).toBe('0');
    await page.evaluate(() => Object.assign(window, { sameLoad: true }));
    const message = await sent('Нов урок за подпори', `/course/${course}`);
    expect(message).not.toMatch(/@|Мария/);
    await deliver(page, message);
    await expect(banner('Нов урок за подпори')).toBeVisible();
    await expect.poll(() => shownTitles(device.context)).toEqual(['Нов урок за подпори']);
    expect(await badge(page)).toBe('1');
    await expect.poll(() => badge(other), whenHeard).toBe('1');
  });

  await test.step('a press opens the screen with the page’s router and marks the message read on the second device', async () => {
    await press(device.context, 'Нов урок за подпори');
    await expect(page).toHaveURL(new RegExp(`/course/${course}$`));
    expect(await page.evaluate(() => 'sameLoad' in window)).toBe(true);
    await expect.poll(() => isRead(learner, 'Нов урок за подпори')).toBe(true);
    await expect.poll(() => badge(page)).toBe('0');
    await expect.poll(() => badge(other), whenHeard).toBe('0');
    await expect(bell(other)).toHaveAccessibleName('Известия');
  });

  await test.step('reading on the second device closes the banner', async () => {
    await deliver(page, await sent('Нов коментар', `/course/${course}`));
    await expect(banner('Нов коментар')).toBeVisible();
    await other.goto('/notifications');
    await expect(other.getByRole('main').getByRole('link', { name: /Нов коментар/ })).toBeVisible();
    await other.getByRole('button', { name: 'Отбележи всички като прочетени' }).click();
    await expect(banner('Нов коментар')).toBeHidden(whenHeard);
    await expect.poll(() => badge(page)).toBe('0');
  });

  await test.step('a message does not cover a lesson, and a press does not leave it', async () => {
    await page.goto(`/video/${lesson}/${course}`);
    await expect(page.locator('video')).toBeVisible();
    await deliver(page, await sent('Събитие в петък', '/dashboard?section=events'));
    await expect.poll(() => shownTitles(device.context)).toContain('Събитие в петък');
    await expect(banner('Събитие в петък')).toHaveCount(0);
    await press(device.context, 'Събитие в петък');
    await expect(banner('Събитие в петък')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/video/${lesson}`));
  });

  await test.step('a press while the app is closed and offline is marked as read later', async () => {
    const message = await sent('Нов сертификат', '/dashboard?section=certificates');
    const keeper = await device.context.newPage();
    await keeper.goto('/manifest.webmanifest');
    await page.close();
    await deliver(keeper, message);
    await expect.poll(() => shownTitles(device.context)).toContain('Нов сертификат');
    await device.offline(true);
    await press(device.context, 'Нов сертификат');
    await device.kill();
    page = await device.start({ offline: true });
    await page.goto('/notifications');
    await expect(syncChip(page)).toHaveAccessibleName('Синхронизация: Офлайн · 1 чака');
    expect(await isRead(learner, 'Нов сертификат')).toBe(false);
    await device.offline(false);
    await expect.poll(() => isRead(learner, 'Нов сертификат'), whenHeard).toBe(true);
  });
});

test('a message for one account never shows its content to another account on the device', async ({ newDevice }) => {
  const [first, next] = [await newLearner('pro'), await newLearner('pro')];
  await endQuietHours(first);
  const own = pushSubscriber(`https://updates.push.services.mozilla.com/wpush/v2/${first.id}`);
  const { error } = await first.api.rpc('register_push_device', {
    ...{ p_platform: 'web', p_token: JSON.stringify(own.subscription) },
    ...{ p_device: 'browser-of-first', p_time_zone: 'Europe/Sofia' },
  });
  expect(error).toBeNull();
  const before = service.posted.length;
  await notify(first, 'Само за Мария', '/notifications');
  await expect.poll(() => service.posted.length, { intervals: [50] }).toBeGreaterThan(before);

  const device = newDevice();
  const page = await device.start();
  await signIn(page, next.email);
  await waitForWorker(page);
  await deliver(page, own.read(service.posted[before]?.body ?? Buffer.alloc(0)));
  await expect.poll(() => shownTitles(device.context)).toEqual(['Ново съобщение']);
  await expect(page.getByText('Само за Мария')).toHaveCount(0);
  await press(device.context, 'Ново съобщение');
  await expect(page).toHaveURL(/:\d+\/$/);
  expect(await isRead(first, 'Само за Мария')).toBe(false);
});

test('a launch right after a lesson has opened is offered in a banner', async ({ page }) => {
  await page.addInitScript(() => {
    const setConsumer = (launch: (params: { targetURL: string }) => void) => {
      addEventListener('launch', () => launch({ targetURL: `${location.origin}/dashboard?section=achievements` }));
      document.documentElement.dataset.launch = 'ready';
    };
    Object.defineProperty(window, 'launchQueue', { value: { setConsumer } });
  });
  await signIn(page, (await newLearner('premium')).email);
  await waitUntilSynced(page);
  await page.goto(`/video/${lesson}/${course}`);
  await page.locator('html[data-launch]').waitFor({ state: 'attached' });
  await page.evaluate(() => dispatchEvent(new Event('launch')));
  const offer = page.getByRole('complementary', { name: 'Ново съобщение' });
  await expect(offer).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/video/${lesson}`));
  await offer.getByRole('link').click();
  await expect(page).toHaveURL(/section=achievements/);
});
