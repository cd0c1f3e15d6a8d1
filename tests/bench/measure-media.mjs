// Downloading a video compared with a plain fetch; seeking through the service worker (the downloaded video) compared with the local network.
import { check, launch, median, quantile, rotated, rounded, withFolder } from './stage.mjs';

const VIDEO_BYTES = 50 * 1024 * 1024;
const ROUNDS = 8;
const SEEKS = 48;
const PER_PLAYER = 4;
const mebibytes = (ms) => VIDEO_BYTES / 1024 / 1024 / (ms / 1000);

/** Opens a page of the production build that its service worker controls, and loads the bench's module into it. */
async function openProduct(context, school) {
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(`${school.url}/login`);
  await page.evaluate(async () => {
    const served = new Promise((done) =>
      navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }),
    );
    if (!navigator.serviceWorker.controller) await served;
  });
  await page.evaluate(async () => {
    const address = '/bench/media.js';
    window.media = await import(address);
  });
  return page;
}

/** Positions in the video (0 to 1), far apart and the same in every run. */
const places = Array.from({ length: SEEKS }, (_, n) => (n * 0.381966) % 1);

export async function measureMedia(school) {
  await school.ask('video', 'lessons/bench.mp4', VIDEO_BYTES);
  const url = await school.ask('signed', 'lessons/bench.mp4');
  return withFolder(async (folder) => {
    const context = await launch(folder);
    const page = await openProduct(context, school);
    const times = { fetch: [], download: [] };
    const ways = { fetch: 'fetchOnly', download: 'download' };
    for (let round = -1; round < ROUNDS; round++) {
      for (const name of rotated(Object.keys(ways), round + 1)) {
        const { ms, bytes } = await page.evaluate(
          ([way, address]) => window.media[way](address, true),
          [ways[name], url],
        );
        check(bytes === VIDEO_BYTES, `${name} brought ${bytes} of ${VIDEO_BYTES} bytes`);
        if (round >= 0) times[name].push(ms);
      }
    }
    const offline = await page.evaluate('window.media.offlineUrl()');
    const same = await page.evaluate(([a, b]) => window.media.sameBytes(a, b), [url, offline]);
    check(same, 'the downloaded video differs from the served one');
    const seeks = await page.evaluate(
      ([a, b, shares, per]) => window.media.seeks({ worker: a, network: b }, shares, per),
      [offline, url, places, PER_PLAYER],
    );
    await context.close();

    const [stored, fetched] = [median(times.download), median(times.fetch)];
    const [worker, network] = [quantile(seeks.worker, 0.95), quantile(seeks.network, 0.95)];
    const digits = (lists) =>
      Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.map((ms) => rounded(ms))]));
    return [
      {
        what: '50 MB download and persist: speed / fetch-only speed',
        measured: `${(fetched / stored).toFixed(2)} (${mebibytes(stored).toFixed(0)} / ${mebibytes(fetched).toFixed(0)} MiB/s)`,
        target: '≥ 0.25',
        met: fetched / stored >= 0.25,
        gate: false,
        figures: digits(times),
      },
      {
        what: 'seek offline through the worker / over the local network, p95',
        measured: `${(worker / network).toFixed(2)} (${worker.toFixed(0)} / ${network.toFixed(0)} ms; medians ${median(seeks.worker).toFixed(0)} / ${median(seeks.network).toFixed(0)})`,
        target: '≤ 1.0',
        met: worker / network <= 1,
        gate: false,
        figures: digits(seeks),
      },
    ];
  });
}
