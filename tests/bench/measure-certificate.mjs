// Time from pressing a certificate's download button to the finished PDF file, offline and with 4 × CPU slowdown.
import { chromium } from 'playwright';
import { phone, signIn, slowed } from './measure-screens.mjs';
import { browserOptions, check, median, rounded } from './stage.mjs';

const ROUNDS = 3;
const TARGET_MS = 1_000;
const TARGET_BYTES = 700_000;

const award = `
  insert into public.user_certificates (user_id, certificate_id, completed_requirements, progress_percentage, completed, completed_at)
    select $1::uuid, c.id, array(select test_id from public.certificate_requirements where certificate_id = c.id), 100, true, now()
    from public.certificates c order by c.created_at limit 1`;

const partsAreKept = () =>
  Promise.all(['/fonts/manrope-400.ttf', '/fonts/manrope-700.ttf'].map((path) => caches.match(path))).then(
    async (fonts) => {
      const urls = [];
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) urls.push(url);
      return (
        fonts.every(Boolean) &&
        urls.some((url) => /\/jspdf[^/]*\.js$/.test(url)) &&
        urls.some((url) => url.includes('certificate-templates'))
      );
    },
  );

/** Runs in the page: records when the button is clicked and when the file is finished. */
const watchFile = (isWorkerless) => {
  // Without OffscreenCanvas the app draws on the page's main thread, which the CPU slowdown affects.
  if (isWorkerless) delete globalThis.OffscreenCanvas;
  const make = URL.createObjectURL;
  window.file = new Promise((done) => {
    URL.createObjectURL = (blob) => {
      if (blob.type === 'application/pdf') done({ at: performance.now(), bytes: blob.size });
      return make(blob);
    };
  });
  document.addEventListener(
    'click',
    () => {
      window.pressed = performance.now();
    },
    { capture: true },
  );
};

/** Downloads the certificate. @returns the time from the click to the finished file (`ms`), and the file's size (`bytes`) */
async function download(context, address, isWorkerless) {
  const page = await context.newPage();
  await page.addInitScript(watchFile, isWorkerless);
  await page.goto(address);
  const button = page.getByRole('button', { name: 'Изтеглете PDF' });
  await button.waitFor();
  await page.waitForTimeout(1_000); // wait until the app has finished starting
  await slowed(page);
  await button.click();
  const { at, bytes } = await page.evaluate(() => window.file);
  const ms = at - (await page.evaluate(() => window.pressed));
  await page.close();
  return { ms, bytes };
}

export async function measureCertificate(school) {
  const account = await school.ask('account', 'certificate');
  await school.ask('sql', award, [account.uid]);
  const browser = await chromium.launch(browserOptions);
  try {
    const context = await browser.newContext({ ...phone, locale: 'bg-BG', acceptDownloads: true });
    const page = await context.newPage();
    await signIn(page, school.url, account);
    const address = `${school.url}/dashboard?section=certificates`;
    await page.goto(address);
    await page.getByRole('button', { name: /^Споделете сертификата/ }).waitFor({ timeout: 60_000 });
    await page.getByText('Чака подписа на сървъра').waitFor({ state: 'hidden', timeout: 90_000 });
    await page.waitForFunction(partsAreKept, undefined, { polling: 500, timeout: 60_000 });
    await page.close();
    await context.setOffline(true);
    const [inWorker, onPage] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      inWorker.push(await download(context, address, false));
      onPage.push(await download(context, address, true));
    }
    const ms = median(inWorker.map((one) => one.ms));
    const paged = median(onPage.map((one) => one.ms));
    const bytes = Math.max(...[...inWorker, ...onPage].map((one) => one.bytes));
    check(bytes > 50_000, `the PDF has ${bytes} bytes`);
    return [
      {
        what: 'certificate, offline, CPU 4×: from the press to the file (drawn on the page, without a worker)',
        measured: `${rounded(ms)} ms (${rounded(paged)} ms)`,
        target: `< ${TARGET_MS} ms`,
        met: ms < TARGET_MS,
        gate: false,
        figures: { inWorker: inWorker.map((one) => rounded(one.ms)), onPage: onPage.map((one) => rounded(one.ms)) },
      },
      {
        what: 'certificate: size of the PDF',
        measured: `${rounded(bytes / 1_000)} kB`,
        target: `≤ ${TARGET_BYTES / 1_000} kB`,
        met: bytes <= TARGET_BYTES,
        gate: true,
        figures: { bytes },
      },
    ];
  } finally {
    await browser.close();
  }
}
