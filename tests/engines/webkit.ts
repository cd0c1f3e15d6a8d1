import { setTimeout as sleep } from 'node:timers/promises';
import { equal, journalOf, PASSWORD, type Product, phoneAgent, type Steps, school, waitFor } from './stage';
import { startWebKit, type WebDriver } from './webdriver';

// The learner's journey in WebKitGTK, which has no push messages. The session is ephemeral, so it stores no Blobs, and therefore no videos, and
// keeps nothing after it ends.

const EMAIL = 'premium@sloy.test';
const PORT = 4_455;
const DISPLAY = ':95';

const byText = (text: string) => `//*[contains(normalize-space(text()), '${text}')]`;
const button = (name: string) => `//button[starts-with(normalize-space(.), '${name}') or @aria-label='${name}']`;

async function signIn(page: WebDriver, url: string): Promise<void> {
  await page.open(`${url}/login`);
  // The install card would cover the controls that the journey presses.
  await page.run(`localStorage.setItem('sloy.install-dismissed', 'true');
    localStorage.setItem('sloy.install-dismissed-at', String(Date.now()));`);
  await (await page.find("//div[@id='root']//input[@type='email']")).type(EMAIL);
  await (await page.find("//div[@id='root']//input[@type='password']")).type(PASSWORD);
  await (await page.find(button('Влезте'))).click();
  await page.find("//h1[contains(., 'Здравейте')] | //h2[contains(., 'Здравейте')]");
  await page.run(`await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));`);
}

const synced = (page: WebDriver) => page.find("//button[@aria-label='Синхронизация: Синхронизирано']", 90_000);

/** Plays the video unless it is playing already. */
const startPlayback = `const video = document.querySelector('video');
  if (video.paused) {
    video.muted = true;
    await video.play();
  }`;

async function play(page: WebDriver, until: number): Promise<void> {
  // The video can stop for two reasons: a new source aborts play(), and WebKit pauses a video that the player unmutes without a click.
  await waitFor('The video', () => page.run<boolean>(`${startPlayback} return video.currentTime >= args[0];`, until));
  await page.run(`document.querySelector('video').pause();`);
}

/**
 * True if the browser itself supports Ed25519; otherwise the app verifies certificates with its library. Tries twice to generate a key, because
 * about one of 200 attempts fails in WebKitGTK.
 */
const ed25519 = (page: WebDriver) =>
  page.run<boolean>(
    `const generate = () => crypto.subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify']);
    const pair = await generate().catch(generate);
    const text = new TextEncoder().encode('Слой');
    const seal = await crypto.subtle.sign('Ed25519', pair.privateKey, text);
    return crypto.subtle.verify('Ed25519', pair.publicKey, seal, text);`,
  );

/** Writes to the session's store again and again, so that the browser leaves the page in the middle of a write. */
const writing = `
  const opening = indexedDB.open('sloy-keys');
  const database = await new Promise((done) => { opening.onsuccess = () => done(opening.result); });
  window.addEventListener('pageshow', (event) => { window.returned = event.persisted; });
  window.writeTest = () => {
    const writing = database.transaction('keys', 'readwrite');
    writing.objectStore('keys').put('', 'test');
    return writing;
  };
  const write = () => { window.writeTest().oncomplete = write; };
  write();`;
const writes = `await new Promise((done) => { window.writeTest().oncomplete = () => done(true); })`;

async function journey(page: WebDriver, product: Product, { step }: Pick<Steps, 'step'>): Promise<void> {
  const { url } = product;
  const learner = await product.caller(EMAIL);
  const attempts = async () => (await journalOf(learner)).filter((id) => id.startsWith('attempt/'));
  const before = await attempts();
  await step('signs in; the worker controls the page', () => signIn(page, url));
  await step('is synchronised', () => synced(page));
  await step('plays a lesson', async () => {
    await page.open(`${url}/video/${school.lesson}/${school.course}`);
    await play(page, 3);
  });
  await step('says that it cannot store a video, because the session is ephemeral', async () => {
    await (await page.find(button('Свалете за офлайн'))).click();
    await page.find(byText('Този браузър не може да пази видеа'));
  });
  await step('verifies Ed25519 signatures', async () => equal('The signature', await ed25519(page), true));
  await step('is synchronised', async () => {
    await page.open(`${url}/dashboard`);
    await synced(page);
  });
  await product.stop();
  await step('reloads with the server gone', async () => {
    await page.run('window.isOld = true; location.reload();');
    await waitFor('The reload', () => page.run<boolean>('return !window.isOld;'));
    await page.find("//h1[contains(., 'Здравейте')] | //h2[contains(., 'Здравейте')]");
  });
  await step('takes a quiz without the server', async () => {
    await page.open(`${url}/test/${school.quiz}`);
    await (await page.find("//button[normalize-space(.)='Start' or normalize-space(.)='Retake Test']")).click();
    for (const [index, options] of school.answers.entries()) {
      await page.find(`//h1[contains(., 'Въпрос ${index + 1} от')] | //h2[contains(., 'Въпрос ${index + 1} от')]`);
      for (const option of options) await (await page.find(`//label[normalize-space(.)='${option}']`)).click();
      await (await page.find(button(index === school.answers.length - 1 ? 'Finish' : 'Next'))).click();
    }
    await page.find("//*[self::h1 or self::h2][contains(., 'Congratulations')]");
  });
  await product.start();
  await step('sends everything once the server is back', async () => {
    await page.open(`${url}/dashboard`);
    await synced(page);
    await waitFor('The attempt', async () => (await attempts()).length === before.length + 1);
    equal('Progress', (await journalOf(learner)).includes(`progress/${school.lesson}`), true);
  });
  await step('reads the stores after lessons that were left while they recorded progress', async () => {
    for (let round = 0; round < 8; round += 1) {
      await page.open(`${url}/video/${school.lesson}/${school.course}`);
      await waitFor('The playback', () => page.run<boolean>(`${startPlayback} return !video.paused;`));
      await sleep(2_000 + 500 * (round % 4));
      await page.open(`${url}/dashboard`);
      await synced(page);
    }
  });
  await step('reads the stores after a page was left in the middle of a write', async () => {
    await page.run(writing);
    await page.open(`${url}/dashboard?section=courses`);
    await synced(page);
  });
  await step('synchronises a page that returns from the back/forward cache', async () => {
    await page.run('history.back();');
    await synced(page);
    await waitFor('A write', () => page.run<boolean>(`return window.returned && (${writes});`));
  });
}

export async function runWebKit(product: Product, steps: Steps): Promise<void> {
  const page = await startWebKit(phoneAgent('WebKit'), PORT, DISPLAY);
  try {
    await journey(page, product, { step: steps.step.bind(steps) });
  } finally {
    await page.close();
  }
}
