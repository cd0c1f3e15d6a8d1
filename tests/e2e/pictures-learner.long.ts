import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { desktop, phone, test } from './device';
import { baseUrl, newLearner, PASSWORD, serverClient } from './learners';
import { part, picturesIn, settle, startEmptyServer, wanted } from './pages/pictures';
import { searchBox, signIn, syncChip, waitForWorker, waitUntilSynced } from './pages/shell';
import { withSoftwareWebgl } from './playwright.config';

// Takes pictures of the learner features in every state, theme and size (`npm run pictures`).

test.use({ launchOptions: withSoftwareWebgl });

const pictures = picturesIn('pictures-learner');
const states = wanted(process.env.STATES, ['data', 'premium', 'verify', 'empty', 'loading', 'error', 'offline']);

type Act = (page: Page) => Promise<unknown>;
type Screen = [name: string, path: string, act?: Act];

const slug = 'kak-da-sahranyavate-filament-prez-zimata';
const lesson = '/video/d0000000-0000-4000-8000-000000000006/c0000000-0000-4000-8000-000000000002';
const lamp = '/video/d0000000-0000-4000-8000-000000000018/c0000000-0000-4000-8000-000000000006';
const section = (name: string) => `/dashboard?section=${name}`;
const offlineHome = (name: string) => `/offline-dashboard?section=${name}`;
const text =
  (name: string | RegExp): Act =>
  (page) =>
    page.getByRole('main').getByText(name).first().click();
const press =
  (name: string | RegExp): Act =>
  (page) =>
    page.getByRole('button', { name }).first().click();
const find =
  (term: string): Act =>
  async (page) => {
    const box = searchBox(page);
    // On phones the search is in the menu.
    if (!(await box.first().isVisible())) await press('Отворете менюто')(page);
    await box.first().fill(term);
    await page.waitForTimeout(1_500);
  };
const showTimeline: Act = async (page) => {
  const opener = page.getByRole('button', { name: 'Покажете списъка по време' });
  await page.getByRole('heading', { name: 'По време' }).scrollIntoViewIfNeeded();
  if (await opener.isVisible()) await opener.click();
};
const seeModel: Act = async (page) => {
  await page.getByRole('tab', { name: 'Ресурси' }).click();
  await page.getByRole('link', { name: /^Разгледайте/ }).click();
  await page.locator('canvas, [role=application]').first().waitFor();
};
const ownModel: Act = async (page) => {
  const name = 'lampa-74mm.3mf';
  const file = new URL(`../../supabase/media/resources/${name}`, import.meta.url);
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer: readFileSync(file) });
  await page.locator('canvas, [role=application]').first().waitFor();
};
const brokenModel: Act = (page) =>
  page.locator('input[type=file]').setInputFiles({ name: 'a.stl', mimeType: '', buffer: Buffer.from('solid a') });

const screens: Screen[] = [
  ['achievements', section('achievements')],
  ['activity', section('activity')],
  ['certificates', section('certificates')],
  ['events', section('events')],
  ['events-mine', section('events'), text(/^Моите/)],
  ['events-past', section('events'), text(/^Минали/)],
  ['paywall', `/news/${slug}`],
  ['no-article', '/news/no-such-news'],
  ['notifications', '/notifications'],
  ['notifications-unread', '/notifications', text(/^Unread/)],
  ['search', '/dashboard', find('слой')],
  ['search-suggestions', '/dashboard', find('филмаент')],
  ['search-none', '/dashboard', find('жжжжж')],
  ['timeline', lesson, showTimeline],
  ['courses', section('courses')],
  ['courses-finished', section('courses'), text('Завършени')],
  ['store', section('store')],
  ['model', '/model'],
  ['model-own', '/model', ownModel],
  ['model-broken', '/model', brokenModel],
  ['model-lesson', lamp, seeModel],
  ['offline-home', '/offline-dashboard'],
  ...['certificates', 'achievements', 'activity', 'events', 'notifications'].map(
    (name): Screen => [`offline-${name}`, offlineHome(name)],
  ),
  ['offline-search', '/offline-dashboard', find('слой')],
];
const premiumScreens: Screen[] = [
  ['home', '/dashboard'],
  ['article', `/news/${slug}`],
  ['certificates', section('certificates')],
  ['events', section('events')],
];
const without = (list: Screen[], names: RegExp) => list.filter(([name]) => !names.test(name));

/** Addresses of one certificate of each result. Waits for the seal before it revokes, because the server never signs a revoked certificate. */
async function verifyScreens(): Promise<Screen[]> {
  const server = serverClient();
  const { id: user_id } = await newLearner('pro');
  const rows = ['1111-1111-1111-1111', '2222-2222-2222-2222'].map((serial) => ({
    ...{ serial, user_id, name: 'Мария Илиева', title: 'Оператор на 3D принтер' },
    issued_at: new Date(Date.now() - 86_400_000),
  }));
  await server.from('issued_certificates').upsert(rows).throwOnError();
  const sealed = async () => {
    const { data } = await server.from('issued_certificates').select('serial, seal').eq('user_id', user_id);
    return (data ?? []) as { serial: string; seal: string | null }[];
  };
  await test.expect.poll(async () => (await sealed()).every(({ seal }) => seal), { timeout: 120_000 }).toBe(true);
  const [good, bad] = (await sealed()).sort((a, b) => a.serial.localeCompare(b.serial));
  const revoked = { revoked_at: new Date(), reason: 'Издаден на друго име' };
  await server.from('issued_certificates').update(revoked).eq('serial', bad?.serial).throwOnError();
  const address = (serial?: string, seal?: string | null) => `/certificate/${serial}#${seal}`;
  const answerLess: Act = async (page) => {
    await page.route('**/credentials/**', (route) => route.abort());
    await page.reload();
    await settle(page);
    await page.unroute('**/credentials/**');
  };
  const altered = good?.seal?.replace(/.{9}$/, (end) => `${end[0] === 'A' ? 'B' : 'A'}${end.slice(1)}`);
  return [
    ['genuine', address(good?.serial, good?.seal)],
    ['altered', address(good?.serial, altered)],
    ['revoked', address(bad?.serial, bad?.seal)],
    ['unknown', '/certificate/0000-0000-0000-0000'],
    ['not-checked', address(good?.serial, good?.seal), answerLess],
    ['serial-only', `/certificate/${good?.serial}`],
  ];
}

/** Makes all reads of the mirror and the journal fail, from the next page on. */
const breakStores = (page: Page) =>
  page.addInitScript(() => {
    const tables =
      /^(achievements|certificates|issued|news|events|notifications|courses|videos|tests|streak|days|user_|docs|journal)/i;
    const nameOf = (store: IDBObjectStore | IDBIndex) => ('objectStore' in store ? store.objectStore.name : store.name);
    for (const type of [IDBObjectStore, IDBIndex])
      for (const method of ['get', 'getAll', 'getAllKeys', 'openCursor', 'openKeyCursor', 'count'] as const) {
        const read = type.prototype[method] as (...args: unknown[]) => IDBRequest;
        Object.defineProperty(type.prototype, method, {
          value(this: IDBObjectStore, ...args: unknown[]) {
            if (tables.test(nameOf(this))) throw new DOMException('The disk failed', 'UnknownError');
            return read.apply(this, args);
          },
        });
      }
  });

/** Signs in without waiting for any data, so that the pictures show the first load. */
async function startSignIn(page: Page, email: string) {
  await page.goto('/login');
  await page.getByLabel('Имейл').fill(email);
  await page.getByLabel('Парола', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Влезте', exact: true }).click();
  await page.waitForURL(/\/dashboard/);
}

async function takeAll(page: Page, size: string, state: string, list: Screen[]) {
  for (const [name, path, act] of list) {
    if (!name.includes(part)) continue;
    await page.goto(path).catch(() => undefined);
    if (state === 'loading' || state === 'offline') await page.waitForTimeout(1_200);
    else await settle(page);
    await act?.(page).catch((error: Error) =>
      pictures.faults.push(`${size} ${state} ${name}: ${error.message.split('\n')[0]}`),
    );
    await page.waitForTimeout(300);
    await pictures.take(page, size, state, name, !/search|timeline|model/.test(name));
  }
}

test('pictures of the learner features', async ({ browser }) => {
  test.setTimeout(5_400_000);
  pictures.empty();
  const sizes: Record<string, BrowserContextOptions> = { desktop, phone };
  const sheets = await browser.newPage();
  const common = { locale: 'bg-BG', timezoneId: 'Europe/Sofia', reducedMotion: 'reduce' } as const;
  const open = async (size: string, baseURL = baseUrl()) => {
    const context = await browser.newContext({ ...sizes[size], ...common, baseURL });
    // The install card and the push banner would cover what the pictures show.
    await context.addInitScript(() => {
      localStorage.setItem('sloy.install-dismissed', 'true');
      localStorage.setItem('sloy.install-dismissed-at', String(Date.now()));
      localStorage.setItem('sloy.push-asked', String(Date.now()));
    });
    return context.newPage();
  };
  const finish = async (page: Page, size: string, state: string, list: Screen[]) => {
    await takeAll(page, size, state, list);
    await page.context().close();
    const names = list.map(([name]) => name).filter((name) => name.includes(part));
    await pictures.drawSheets(sheets, size, state, names);
  };
  const dataDir = mkdtempSync(join(tmpdir(), 'sloy-pictures-'));
  const emptyOrigin = states.includes('empty') ? await startEmptyServer(dataDir) : '';
  const verify = states.includes('verify') ? await verifyScreens() : [];
  for (const size of wanted(process.env.SIZES, Object.keys(sizes))) {
    if (states.includes('verify')) await finish(await open(size), size, 'verify', verify);
    for (const [state, email, list] of [
      ['data', 'pro@sloy.test', screens],
      ['premium', 'premium@sloy.test', premiumScreens],
      ['offline', 'pro@sloy.test', without(screens, /suggestions|none|past|broken|finished|offline-search/)],
      ['error', 'pro@sloy.test', without(screens, /^model|store|search/)],
    ] as const) {
      if (!states.includes(state)) continue;
      const page = await open(size);
      await signIn(page, email);
      await waitForWorker(page);
      await waitUntilSynced(page);
      if (state === 'error') await breakStores(page);
      if (state === 'offline') {
        // Each feature was opened once, so that its code and its files are on the device.
        for (const path of [lesson, '/model', section('certificates')]) {
          await page.goto(path);
          await settle(page);
        }
        await page.context().setOffline(true);
      }
      await finish(page, size, state, list);
    }
    if (states.includes('loading')) {
      const page = await open(size);
      await page.route('**/rest/v1/rpc/sync_*', () => undefined);
      await startSignIn(page, (await newLearner('pro')).email);
      await finish(page, size, 'loading', without(screens, /^model|-(mine|past|unread|finished|none|suggestions)/));
    }
    if (!emptyOrigin) continue;
    const before = { SLOY_E2E_PORT: process.env.SLOY_E2E_PORT, SLOY_E2E_DATA: process.env.SLOY_E2E_DATA };
    Object.assign(process.env, { SLOY_E2E_PORT: new URL(emptyOrigin).port, SLOY_E2E_DATA: dataDir });
    const alone = await newLearner('pro');
    Object.assign(process.env, before);
    const page = await open(size, emptyOrigin);
    await startSignIn(page, alone.email);
    await test.expect(syncChip(page)).toHaveAccessibleName('Синхронизация: Синхронизирано', { timeout: 30_000 });
    await finish(page, size, 'empty', without(screens, /^model|timeline|suggestions/));
  }
  rmSync(dataDir, { recursive: true, force: true });
  pictures.writeFaults();
});
