import { type Browser, firefox, type Page } from 'playwright-core-firefox';
import { WORKER_MESSAGES } from '@/shared/names';
import { FIREFOX, FIREFOX_PACKAGES, firefoxPrefs } from '../engines/firefox-browser';
import { ensureInstalled } from '../engines/stage';
import { openPushService } from '../helpers/push-service';
import { answerCommands } from './shared/commands';

// Runs the push service of `npm run bench phone` and a Firefox that is connected to it.

const service = await openPushService(process.env.PUSH_TEST_PORT_FILE as string);
let browser: Browser | undefined;
let page: Page | undefined;

interface Heard {
  heard: Record<string, number>;
}

/** Runs in the page: records when the service worker forwards a push message, which it does in its `push` event. */
const noteMessages = (type: string) => {
  const heard: Heard['heard'] = {};
  Object.assign(window, { heard });
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (data?.type === type) heard[data.message.title] = Date.now();
  });
};

answerCommands({
  /** Signs in and subscribes to push messages. @returns false if Firefox cannot be installed */
  async openFirefox(url: string, { email, password }: { email: string; password: string }) {
    if (!ensureInstalled('Firefox ESR', FIREFOX, FIREFOX_PACKAGES)) return false;
    browser = await firefox.launch({
      channel: 'moz-firefox',
      executablePath: FIREFOX,
      firefoxUserPrefs: firefoxPrefs(service.socketUrl),
    });
    page = await browser.newPage({ viewport: { width: 412, height: 915 } });
    page.setDefaultTimeout(90_000);
    await page.addInitScript(noteMessages, WORKER_MESSAGES.push);
    await page.goto(`${url}/login`);
    await page.getByLabel('Имейл').fill(email);
    await page.getByLabel('Парола', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Влезте', exact: true }).click();
    await page.waitForURL(/\/dashboard$/);
    await page.goto(`${url}/settings?tab=notifications`);
    // Turn quiet hours off, because the bench may run at any hour.
    const quiet = page.getByRole('switch', { name: /Тихи часове/ });
    await quiet.waitFor();
    if (await quiet.isChecked()) await quiet.click();
    await page.getByRole('button', { name: 'Изключете на това устройство' }).waitFor();
    await page.goto(`${url}/dashboard`);
    await page.getByRole('button', { name: 'Синхронизация: Синхронизирано' }).first().waitFor();
    const end = Date.now() + 60_000;
    while (service.registered.length === 0 && Date.now() < end) await new Promise((later) => setTimeout(later, 200));
    return service.registered.length > 0;
  },

  /** Waits for the message's push event. @returns the Unix time of the event (ms) */
  async heard(title: string) {
    const found = await page?.waitForFunction((wanted) => (window as unknown as Heard).heard[wanted], title, {
      polling: 20,
      timeout: 30_000,
    });
    return found?.jsonValue();
  },

  closeFirefox: async () => browser?.close(),

  forget() {
    service.posted.length = 0;
  },
  count: () => service.posted.length,
  /** Counts the messages to channels with this prefix, and the channels that received at least one. */
  posted(prefix: string) {
    const channels = service.posted.map(({ channel }) => channel).filter((channel) => channel.startsWith(prefix));
    return { messages: channels.length, channels: new Set(channels).size };
  },

  async close() {
    await browser?.close();
    await service.close();
    setImmediate(() => process.exit(0));
  },
});
