import type { BrowserContext, Page, Worker } from '@playwright/test';

// Push messages in headless Chromium, which cannot subscribe without Google's service and shows no notifications: the test
// gives the page a real subscription, delivers the decrypted message over the DevTools protocol, and collects the worker's
// notifications in a list.

/** Makes every page of the context return this subscription. */
export async function replaceSubscription(context: BrowserContext, subscription: object): Promise<void> {
  await context.addInitScript((own) => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = async () => 'granted';
    let current: object | null = null;
    const answer = () => ({
      ...own,
      options: { applicationServerKey: null },
      toJSON: () => own,
      unsubscribe: async () => {
        current = null;
        return true;
      },
    });
    Object.assign(PushManager.prototype, {
      getSubscription: async () => current,
      subscribe: async () => {
        current = answer();
        return current;
      },
    });
  }, subscription);
  await watchBadge(context);
}

/** Headless Chromium has no badge, so the root element's attribute `badge` stores the last value that the page set. */
export const watchBadge = (context: BrowserContext) =>
  context.addInitScript(() => {
    const note = async (count: number) => {
      document.documentElement.dataset.badge = String(count);
    };
    Object.assign(Navigator.prototype, { setAppBadge: note, clearAppBadge: () => note(0) });
  });

export const badge = (page: Page) => page.evaluate(() => document.documentElement.dataset.badge);

/** Delivers a decrypted message to the worker, as the browser does. */
export async function deliver(page: Page, data: string): Promise<void> {
  await watchNotifications(page.context());
  const session = await page.context().newCDPSession(page);
  const origin = new URL(page.url()).origin;
  const registrationId = await new Promise<string>((done) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted);
      if (own) done(own.registrationId);
    });
    void session.send('ServiceWorker.enable');
  });
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  await session.detach();
}

const workerOf = (context: BrowserContext): Worker => {
  const worker = context.serviceWorkers().at(-1);
  if (!worker) throw new Error('No worker runs');
  return worker;
};

/** Collects the notifications that the running worker shows; a restarted worker begins with an empty list. */
const watchNotifications = (context: BrowserContext) =>
  workerOf(context).evaluate(() => {
    const registrations = ServiceWorkerRegistration.prototype;
    if ('listed' in registrations) return;
    // Setting the badge makes headless Chromium terminate the worker.
    const ignore = async () => undefined;
    Object.assign(Object.getPrototypeOf(navigator), { setAppBadge: ignore, clearAppBadge: ignore });
    const shown: { title: string; tag: string }[] = [];
    Object.assign(registrations, {
      listed: true,
      showNotification: async (title: string, options: { tag: string }) => {
        const same = shown.findIndex(({ tag }) => tag === options.tag);
        if (same >= 0) shown.splice(same, 1);
        shown.push({ title, ...options });
      },
      getNotifications: async () => shown,
    });
  });

/** Titles of the system notifications, in the order in which they were shown. */
export const shownTitles = (context: BrowserContext) =>
  workerOf(context).evaluate(async () => {
    const registration: unknown = Reflect.get(self, 'registration');
    if (!(registration instanceof ServiceWorkerRegistration)) throw new Error('This is not the worker');
    return (await registration.getNotifications()).map(({ title }) => title);
  });

/** Simulates a click on a system notification. A synthetic event has no waitUntil, so the worker's promise is awaited here. */
export const press = (context: BrowserContext, title: string) =>
  workerOf(context).evaluate(async (wanted) => {
    const registration: unknown = Reflect.get(self, 'registration');
    if (!(registration instanceof ServiceWorkerRegistration)) throw new Error('This is not the worker');
    const found = (await registration.getNotifications()).find((one) => one.title === wanted);
    if (!found) throw new Error(`${wanted} is not shown`);
    let work: unknown;
    const event = Object.assign(new Event('notificationclick'), {
      notification: { ...found, close: () => undefined },
      waitUntil: (promise: unknown) => {
        work = promise;
      },
    });
    self.dispatchEvent(event);
    // Browsers let a worker open and focus windows only after a real click.
    await Promise.resolve(work).catch(() => undefined);
  }, title);
