import type { CDPSession, Page } from '@playwright/test';
import { DAILY_TAG, SYNC_TAG } from '@/shared/names';
import { type Device, expect, test } from './device';
import { baseUrl, journalOf, newLearner } from './learners';
import { openNotes, takeNote } from './pages/discussion';
import { signIn, waitForWorker, waitUntilSynced } from './pages/shell';
import { chromiumArgs, withBackgroundSync } from './playwright.config';

// The service worker's own work while no page is open. DevTools dispatches the events that a browser dispatches in its own time.

test.use({ launchOptions: { ...withBackgroundSync, args: chromiumArgs } });

const course = 'c0000000-0000-4000-8000-000000000001';
const lesson = 'd0000000-0000-4000-8000-000000000003';

/** The part of Background Sync that the test reads; TypeScript's library lacks it. */
interface BackgroundSync {
  readonly sync?: { getTags(): Promise<string[]> };
}

/** Closes the app: leaves one page outside it. @returns a DevTools session and the registration of the worker */
async function leaveApp(device: Device): Promise<{ session: CDPSession; registrationId: string }> {
  const outside = await device.context.newPage();
  const session = await device.context.newCDPSession(outside);
  const registered = new Promise<string>((done) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) done(first.registrationId);
    }),
  );
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  for (const page of device.context.pages()) if (page !== outside) await page.close();
  return { session, registrationId };
}

/** The documents that the service worker would send, from the copy of the outbox. */
const unsentCopy = (page: Page) =>
  page.evaluate(async () => {
    const { name } = (await indexedDB.databases()).find((database) => database.name?.startsWith('sloy-mirror-')) ?? {};
    return new Promise<string>((done) => {
      const opening = indexedDB.open(name ?? '');
      opening.onsuccess = () => {
        const reading = opening.result.transaction('outbox').objectStore('outbox').getAll();
        reading.onsuccess = () => {
          opening.result.close();
          done(JSON.stringify(reading.result));
        };
      };
    });
  });

test('a note that waits is sent by the worker after the last page closes, and the next start hears that the server has it', async ({
  newDevice,
}) => {
  const learner = await newLearner('pro');
  const device = newDevice();
  const page = await device.start();
  await device.context.grantPermissions(['background-sync']);
  await signIn(page, learner.email);
  await waitForWorker(page);
  await page.goto(`/video/${lesson}/${course}`);
  await waitUntilSynced(page);
  await openNotes(page);
  const tags = () =>
    page.evaluate(async () => {
      const registration: ServiceWorkerRegistration & BackgroundSync = await navigator.serviceWorker.ready;
      return registration.sync?.getTags();
    });
  expect(await tags()).toEqual([]);
  await device.offline(true);
  await takeNote(page, 'Тръгва без отворена страница.');
  await expect.poll(tags).toEqual([SYNC_TAG]);
  await expect.poll(() => unsentCopy(page)).toContain('Тръгва без отворена страница.');

  const { session, registrationId } = await leaveApp(device);
  await device.offline(false);
  await session.send('ServiceWorker.dispatchSyncEvent', {
    origin: baseUrl(),
    registrationId,
    tag: SYNC_TAG,
    lastChance: false,
  });
  await expect.poll(async () => JSON.stringify(await journalOf(learner))).toContain('Тръгва без отворена страница.');

  const answers: Promise<string>[] = [];
  // Not of the context: the body of a worker's response may never come once the worker stops.
  device.page.on('response', (response) => {
    if (response.url().includes('/rpc/sync_push')) answers.push(response.text());
  });
  await device.page.goto('/dashboard');
  await waitUntilSynced(device.page);
  const statuses = (await Promise.all(answers)).flatMap((answer) => JSON.parse(answer) as { status: string }[]);
  // The browser may also have dispatched its own event, so the worker may have sent the note twice.
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set(['same']));
});

test('the daily check repairs the shell and asks for the unread count, with no page open and without push', async ({
  newDevice,
}) => {
  const learner = await newLearner('pro');
  const device = newDevice();
  const page = await device.start();
  await signIn(page, learner.email);
  await waitForWorker(page);
  await waitUntilSynced(page);
  /** Deletes three files of the shell. @returns their URLs */
  const lost = await page.evaluate(async () => {
    const name = (await caches.keys()).find((key) => key.includes('precache')) ?? '';
    const shell = await caches.open(name);
    const files = (await shell.keys()).filter(({ url }) => url.includes('/assets/')).slice(0, 3);
    for (const file of files) await shell.delete(file);
    return files.map(({ url }) => url);
  });
  expect(lost).toHaveLength(3);

  const { session, registrationId } = await leaveApp(device);
  const asked = device.context.waitForEvent('request', (request) => request.url().includes('/rest/v1/notifications'));
  await session.send('ServiceWorker.dispatchPeriodicSyncEvent', { origin: baseUrl(), registrationId, tag: DAILY_TAG });
  const request = await asked;
  expect(request.serviceWorker()).not.toBeNull();
  expect(new URL(request.url()).pathname).toBe('/rest/v1/notifications');
  expect((await request.response())?.ok()).toBe(true);

  await device.page.goto('/manifest.webmanifest');
  const kept = () =>
    device.page.evaluate((urls) => Promise.all(urls.map(async (url) => !!(await caches.match(url)))), lost);
  await expect.poll(kept).toEqual([true, true, true]);
});
