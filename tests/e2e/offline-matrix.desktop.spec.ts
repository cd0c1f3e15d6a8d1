import { randomBytes } from 'node:crypto';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { type Device, desktop, expect, phone, test } from './device';
import { newLearner, serverClient } from './learners';
import { startNetworkProxy } from './network-proxy';
import { cellOf, networkOf, opensWith } from './offline-cells';
import {
  CERTIFICATE_URL,
  type Cell,
  cube,
  type Device as DeviceKind,
  devices,
  lessonUrl,
  type Network,
  networks,
  type Row,
  situations,
  table,
} from './offline-table';
import { downloadLesson } from './pages/lesson';
import { signIn, waitForWorker, waitUntilSynced } from './pages/shell';
import { withSoftwareWebgl } from './playwright.config';

// Runs the offline matrix of offline-table.ts, one test per device. MATRIX=all runs one test per device and kind of "no network".

test.describe.configure({ mode: 'parallel' });
// The screen /model needs WebGL.
test.use({ launchOptions: withSoftwareWebgl });

const all = process.env.MATRIX === 'all';
const screens: Record<DeviceKind, BrowserContextOptions> = { app: phone, phone, desktop };
/** Sets iOS's flag for an app that was opened from the home screen, because an automated browser cannot install apps. */
const fromHomeScreen = () => Object.defineProperty(navigator, 'standalone', { value: true });

/** Sets `navigator.onLine` to false. Playwright's offline emulation changes the property only after the browser's first page has loaded. */
const knowsThatOffline = () => Object.defineProperty(navigator, 'onLine', { value: false });

const PATIENCE_MS = 20_000;

/** Navigates to a URL inside the running app. */
const navigate = (page: Page, url: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, url);

/** Simulates that the learner returns to the app, so that the app asks the server at once. */
const lookAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

/** Waits until the screen matches the cell. @returns the remaining differences; empty if it matches */
async function differences(page: Page, { at, works, waits, gone, chip }: Cell): Promise<string[]> {
  const compare = (wanted: { at: string; texts: string[]; gone: string[]; chip: string | undefined }) => {
    const named = [...document.querySelectorAll<HTMLElement>('[aria-label]')].filter((element) =>
      element.checkVisibility(),
    );
    const labels = named.map((element) => element.getAttribute('aria-label') ?? '');
    const text = `${document.body.innerText}\n${labels.join('\n')}`.replace(/\s+/g, ' ');
    const state = labels.find((label) => label.startsWith('Синхронизация: '))?.slice('Синхронизация: '.length);
    const here = location.pathname + location.search;
    const found = [
      ...((wanted.at.endsWith('*') ? here.startsWith(wanted.at.slice(0, -1)) : here === wanted.at)
        ? []
        : [`the URL is ${here}, not ${wanted.at}`]),
      ...wanted.texts.filter((each) => !text.includes(each)).map((each) => `does not show „${each}“`),
      ...wanted.gone.filter((each) => text.includes(each)).map((each) => `still shows „${each}“`),
      ...(wanted.chip && !(state !== undefined && new RegExp(wanted.chip).test(state))
        ? [`the chip says „${state}“, not ${wanted.chip}`]
        : []),
    ];
    return found.length > 0 ? [...found, text.slice(0, 400)] : [];
  };
  const wanted = { at, texts: [...works, ...waits], gone: [...gone, 'Нещо се обърка'], chip: chip?.source };
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    // `evaluate` fails while the page is being replaced.
    const found = await page.evaluate(compare, wanted).catch((error: Error) => [error.message]);
    if (found.length === 0 || Date.now() > end) return found;
    await new Promise((later) => setTimeout(later, 60));
  }
}

/** Issues a certificate to this learner. @returns its URL with serial and seal, once the server has signed it. */
async function certificateOf(learner: string): Promise<string> {
  const server = serverClient();
  const serial = (randomBytes(8).toString('hex').toUpperCase().match(/.{4}/g) ?? []).join('-');
  const issued = await server.from('issued_certificates').insert({
    serial,
    user_id: learner,
    certificate_id: 'b0000000-0000-4000-8000-000000000002',
    name: 'Мария Илиева',
    title: 'Майстор на калибрирането',
    issued_at: new Date().toISOString(),
  });
  if (issued.error) throw new Error(issued.error.message);
  let seal: string | null = null;
  await expect
    .poll(
      async () => {
        const { data } = await server.from('issued_certificates').select('seal').eq('serial', serial).single();
        seal = (data as { seal: string | null }).seal;
        return seal;
      },
      { timeout: 60_000 },
    )
    .not.toBeNull();
  return `/certificate/${serial}#${seal}`;
}

/** Creates an account's device behind its own network proxy. */
async function openDevice(
  kind: DeviceKind,
  newDevice: (options: BrowserContextOptions) => Device,
  plan: Row['account'],
) {
  const proxy = await startNetworkProxy(Number(process.env.SLOY_E2E_PORT));
  const learner = await newLearner(plan);
  const device = newDevice({ ...screens[kind], baseURL: proxy.origin });
  let network: Network | 'up' = 'up';

  const start = async () => {
    const page = await device.start({ offline: network === 'offline' });
    if (kind === 'app') await device.context.addInitScript(fromHomeScreen);
    if (network === 'offline') await device.context.addInitScript(knowsThatOffline);
    // The payment service, which verifies certificates, has its own port. The proxy is not in front of that port, so simulate the network here.
    await page.route(`http://localhost:${Number(process.env.SLOY_E2E_PORT) + 1}/**`, (route) => {
      if (network === 'up') return route.continue();
      if (network === 'portal') return route.fulfill({ contentType: 'text/html', body: '<p>Wi-Fi</p>' });
      return network === 'silent' ? undefined : route.abort();
    });
    return page;
  };
  const set = async (next: Network | 'up') => {
    network = next;
    proxy.set(next === 'offline' ? 'down' : next);
    await device.offline(next === 'offline');
  };
  return {
    learner,
    device,
    start,
    set,
    /** Kills the browser and starts it again on the given network. */
    async restart(next: Network) {
      await device.kill();
      network = next;
      proxy.set(next === 'offline' ? 'down' : next);
      return start();
    },
    close: () => proxy.close(),
  };
}

interface Run {
  title: string;
  kind: DeviceKind;
  networkFor: (row: number, situation: (typeof situations)[number]) => Network;
}

// Each kind of "no network" has its own account, because an account can do most actions of the table only once.
const runs = devices.flatMap((kind): Run[] =>
  all
    ? networks.map((network) => ({ title: `${kind} on ${network}`, kind, networkFor: () => network }))
    : [{ title: kind, kind, networkFor: (row, situation) => networkOf(row, kind, situation) }],
);

for (const { title, kind, networkFor } of runs) {
  test(`the offline matrix of ${title}: each screen shows what works and what waits`, async ({ newDevice }) => {
    test.setTimeout(400_000);
    const faults: string[] = [];
    let cells = 0;
    for (const account of ['premium', 'free'] as const) {
      const own = await openDevice(kind, newDevice, account);
      const { id, email } = own.learner;
      let page = await own.start();
      await signIn(page, email);
      await waitForWorker(page);
      const rows = [...table.entries()].filter(([, row]) => row.account === account);
      // The server signs certificates once a minute, so the other screens are tested meanwhile.
      const signing = account === 'premium' ? certificateOf(id) : Promise.resolve('');
      if (account === 'premium') {
        const { error } = await serverClient()
          .from('notifications')
          .insert({ user_id: id, title: 'Добре дошли в матрицата', message: 'Без мрежа', type: 'info' });
        expect(error).toBeNull();
        await page.goto(lessonUrl);
        if (kind !== 'desktop') {
          await downloadLesson(page);
          await navigate(page, '/model');
          await page.locator('input[type=file]').setInputFiles(cube);
          await expect(page.getByText('Триъгълници')).toBeVisible();
          await navigate(page, '/dashboard');
        }
      }
      await waitUntilSynced(page);
      const addressOf = ({ address }: Row) => (address === CERTIFICATE_URL ? signing : address);
      const check = async (row: Row, situation: (typeof situations)[number], network: Network) => {
        const cell = cellOf(row, { device: kind, situation, network });
        const at = cell.at === CERTIFICATE_URL ? (await signing).replace(/#.*/, '') : cell.at;
        cells += 1;
        const found = await differences(page, { ...cell, at });
        if (found.length > 0) faults.push(`${row.screen} · ${situation} · ${network}: ${found.join('; ')}`);
      };

      for (const [index, row] of rows) {
        const network = networkFor(index, 'lost');
        await navigate(page, await addressOf(row));
        const open = await differences(page, {
          // /check redirects to the home. Wait for its URL, because the texts alone may still be those of the screen before.
          at: row.route === '/check' ? '/dashboard' : '/*',
          works: opensWith(row, kind),
          waits: [],
          gone: [],
          chip: undefined,
        });
        if (open.length > 0) faults.push(`${row.screen} · open: ${open.join('; ')}`);
        await own.set(network);
        await lookAgain(page);
        try {
          await row.act?.run(page, { device: kind, situation: 'lost', network });
        } catch (error) {
          faults.push(`${row.screen} · ${network}: ${error instanceof Error ? error.message.slice(0, 300) : error}`);
        }
        await check(row, 'lost', network);
        await own.set('up');
        await lookAgain(page);
        await check(row, 'back', network);
      }
      for (const [index, row] of rows) {
        const network = networkFor(index, 'cold');
        page = await own.restart(network);
        await page.goto(await addressOf(row));
        await check(row, 'cold', network);
      }
      await own.close();
    }
    expect(faults).toEqual([]);
    expect(cells).toBe(table.length * situations.length);
  });
}
