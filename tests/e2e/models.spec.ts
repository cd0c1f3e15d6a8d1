import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { dracoCube, meshoptCube } from '../helpers/compressed-glb';
import { asciiStl, binaryStl, box, glb, threemf, threemfMesh, threemfModel } from '../helpers/solids';
import { expect, test } from './device';
import { newLearner } from './learners';
import { accessibilityFaultsInBoth } from './pages/axe';
import { signIn, waitForWorker, waitUntilSynced } from './pages/shell';
import { withSoftwareWebgl } from './playwright.config';

// 3D models open in a lesson and on /model, also without a network.

test.use({ launchOptions: withSoftwareWebgl });

const lampLesson = '/video/d0000000-0000-4000-8000-000000000018/c0000000-0000-4000-8000-000000000006';
const rocketLesson = '/video/d0000000-0000-4000-8000-000000000024/c0000000-0000-4000-8000-000000000007';
const seedModel = (name: string) => `${import.meta.dirname}/../../supabase/media/resources/${name}`;
const cube = box(20, 20, 20);

const part = (page: Page) => page.getByRole('application', { name: /^3D изглед/ });
const slider = (page: Page) => page.getByRole('slider', { name: 'Слой' });
const figure = (page: Page, name: string) => page.locator('dl > div', { hasText: name }).getByRole('definition');
const choose = (page: Page, name: string, bytes: Uint8Array | string) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) });

async function expectLamp(page: Page) {
  await expect(page.getByRole('heading', { level: 1, name: 'Лампа 74 mm' })).toBeVisible();
  await expect(figure(page, 'Размери')).toHaveText('52,0 × 52,0 × 74,0 mm');
  await expect(figure(page, 'Триъгълници')).toHaveText('28 608');
  await expect(page.getByText('затворена')).toBeVisible();
  await expect(page.getByText(/Слоеве 121–148, най-много 67°/)).toBeVisible();
  await expect(page.getByText('От профила на урока: PETG, 0,20 mm')).toBeVisible();
  await expect(page.getByText('Моделът има надвес. Включете подпори или го завъртете.')).toBeVisible();
}

test('a lesson’s model opens by keyboard, is cut layer by layer, and opens after a kill without a network', async ({
  newDevice,
}) => {
  const learner = await newLearner('pro');
  const device = newDevice();
  let page = await device.start();
  await signIn(page, learner.email);
  await waitForWorker(page);
  await waitUntilSynced(page);
  await page.goto(lampLesson);
  await page.getByRole('tab', { name: 'Ресурси' }).click();
  const link = page.getByRole('link', { name: 'Разгледайте Лампа 74 mm' });
  await link.focus();
  await page.keyboard.press('Enter');
  await expectLamp(page);

  await slider(page).focus();
  await expect(slider(page)).toHaveAttribute('aria-valuetext', 'слой 370 от 370, 74,0 mm височина');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('ArrowUp');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', 'слой 334 от 370, 66,8 mm височина');
  await page.keyboard.press('Home');
  await expect(slider(page)).toHaveAttribute('aria-valuenow', '1');
  await page.keyboard.press('End');
  await part(page).focus();
  const before = await part(page).screenshot();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('+');
  await expect.poll(async () => (await part(page).screenshot()).equals(before)).toBe(false);
  const turned = await part(page).screenshot();
  await page.keyboard.press('Home');
  await expect.poll(async () => (await part(page).screenshot()).equals(turned)).toBe(false);
  expect(await accessibilityFaultsInBoth(page)).toEqual([]);

  const address = page.url();
  await page.getByRole('link', { name: 'Назад' }).click();
  await expect(link).toBeVisible();
  await device.kill();
  page = await device.start({ offline: true });
  await page.goto(address);
  await expectLamp(page);
  await expect(page.getByText('lampa-74mm.3mf · на устройството')).toBeVisible();
});

test('a lesson’s GLB is drawn with its own texture and sends no request to another address', async ({ newDevice }) => {
  const learner = await newLearner('pro');
  const page = await newDevice().start();
  await signIn(page, learner.email);
  await waitUntilSynced(page);
  const rejected: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|texture/i.test(message.text())) rejected.push(message.text());
  });
  const foreign: string[] = [];
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http') && host !== new URL(page.url()).host) foreign.push(request.url());
  });
  await page.goto(`${rocketLesson}?model=51000000-0000-4000-8000-000000000019`);
  await expect(figure(page, 'Триъгълници')).toHaveText('12 600', { timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Материали' })).toHaveAttribute('aria-pressed', 'true');
  const own = await part(page).screenshot();
  await page.getByRole('button', { name: 'Материали' }).click();
  await expect.poll(async () => (await part(page).screenshot()).equals(own)).toBe(false);
  expect({ rejected, foreign }).toEqual({ rejected: [], foreign: [] });
});

const small = threemfModel(`<object id="1">${threemfMesh(cube)}</object>`, '<item objectid="1"/>');
const broken: [name: string, bytes: Uint8Array | string, reason: RegExp][] = [
  ['prazen.stl', '', /Файлът е празен: 0 байта\./],
  ['orqzan.stl', binaryStl(cube, 'solid').slice(0, 500), /Файлът е отрязан: 500 от 684 байта\./],
  ['nula.stl', binaryStl([]), /няма нито един триъгълник/],
  ['nan.stl', binaryStl([Number.NaN, ...cube.slice(1)]), /Триъгълник 1 има координата, която не е число\./],
  ['zapetai.stl', asciiStl(cube, (value) => value.toFixed(1).replace('.', ',')), /Ред 4 има десетична запетая/],
  [
    'mnogo.3mf',
    threemf(small, Object.fromEntries(Array.from({ length: 9_998 }, (_, k) => [`x${k}`, '']))),
    /Архивът има 10\s000 файла\. Отваряме до 5\s?000\./,
  ],
  ['sashtnosti.3mf', threemf(small.replace('<model', '<!DOCTYPE m [<!ENTITY a "b">]><model')), /XML същности/],
  ['lipsva.3mf', threemf(small.replace('<build>', '<build><item objectid="7"/>')), /липсва обект 7/],
  [
    'chuzhd.glb',
    glb({ asset: { version: '2.0' }, buffers: [{ uri: 'https://example.com/a.bin' }] }),
    /сочи към друг адрес: https:\/\/example\.com\/a\.bin/,
  ],
  [
    'forma.glb',
    glb({ asset: { version: '2.0' }, extensionsRequired: ['ACME_shape'] }),
    /Разширението ACME_shape не се поддържа/,
  ],
];

test('on /model every broken file shows its exact reason, sends nothing and can still be saved', async ({ page }) => {
  await page.goto('/model');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' || !request.url().startsWith(new URL(page.url()).origin)) sent.push(request.url());
  });
  for (const [name, bytes, reason] of broken) {
    await choose(page, name, bytes);
    await expect(page.getByRole('alert').getByText(reason), name).toBeVisible();
    await expect(page.getByText('Настройки за печат'), name).toHaveCount(0);
  }
  const saving = page.waitForEvent('download');
  await page.getByRole('alert').getByRole('button', { name: 'Изтеглете' }).click();
  expect((await saving).suggestedFilename()).toBe('forma.glb');
  await choose(page, 'snimka.png', 'x');
  await expect(page.getByText('„snimka.png“ не е STL, 3MF, OBJ, PLY или GLB файл.')).toBeVisible();
  expect(sent).toEqual([]);
});

test('on /model a ZIP file shows its models, and files without an ending open or are named for what they are', async ({
  page,
}) => {
  await page.goto('/model');
  const archive = zipSync({
    'части/плоча.stl': binaryStl(box(30, 20, 2)),
    'части/куб.stl': binaryStl(cube),
    'лиценз.txt': strToU8('x'),
  });
  await choose(page, 'части.zip', archive);
  await expect(page.getByText('В архива има 2 модела.')).toContainText('1 друг файл не е модел');
  await page.getByRole('button', { name: /плоча\.stl/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'плоча' })).toBeVisible();
  await expect(figure(page, 'Размери')).toHaveText('30,0 × 20,0 × 2,0 mm');
  await expect(page.getByText('плоча.stl · от части.zip, на устройството')).toBeVisible();
  await page.getByRole('button', { name: 'Към архива' }).click();
  expect(await accessibilityFaultsInBoth(page)).toEqual([]);
  await page.getByRole('button', { name: /куб\.stl/ }).click();
  await expect(figure(page, 'Размери')).toHaveText('20,0 × 20,0 × 20,0 mm');
  await choose(page, 'kub', binaryStl(cube));
  await expect(page.getByText('kub.stl · на устройството')).toBeVisible();
  await choose(page, 'skoba.step', 'ISO-10303-21;');
  await expect(page.getByRole('alert').getByText('„skoba.step“ е STEP: точно тяло от CAD програма')).toBeVisible();
  await choose(page, 'broken.zip', archive.slice(0, 200));
  await expect(page.getByRole('alert').getByText('„broken.zip“ не може да се разархивира')).toBeVisible();
});

test('on /model compressed GLB files open under the content security policy', async ({ page }) => {
  const rejected: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) rejected.push(message.text());
  });
  await page.goto('/model');
  for (const [name, bytes] of [
    ['draco.glb', await dracoCube()],
    ['meshopt.glb', await meshoptCube()],
  ] as const) {
    await choose(page, name, bytes);
    await expect(page.getByRole('heading', { level: 1, name: name.replace('.glb', '') })).toBeVisible();
    await expect(figure(page, 'Размери')).toHaveText('20,0 × 20,0 × 20,0 mm');
    await expect(page.getByRole('button', { name: 'Материали' })).toHaveAttribute('aria-pressed', 'true');
  }
  expect(rejected).toEqual([]);
});

test('on /model a file in metres is reported, and read in millimetres on request', async ({ page }) => {
  await page.goto('/model');
  await choose(page, 'metri.stl', binaryStl(cube.map((value) => value / 1_000)));
  await expect(page.getByText('В метри ли е файлът?')).toBeVisible();
  await page.getByRole('button', { name: 'Прочети в метри' }).click();
  await expect(figure(page, 'Размери')).toHaveText('20,0 × 20,0 × 20,0 mm');
  await expect(figure(page, 'Обем')).toHaveText('8,0 cm³');
});

test('after its first use /model opens a file without a network, and without WebGL as a drawing', async ({
  newDevice,
}) => {
  const device = newDevice();
  let page = await device.start();
  await page.goto('/model');
  await waitForWorker(page);
  await page.reload();
  await choose(page, 'lampa.3mf', readFileSync(seedModel('lampa-74mm.3mf')));
  await expect(figure(page, 'Размери')).toHaveText('52,0 × 52,0 × 74,0 mm');
  await device.kill();

  page = await device.start({ offline: true });
  await page.addInitScript(() => {
    const original = HTMLCanvasElement.prototype.getContext;
    Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
      value(kind: string, ...rest: unknown[]) {
        return kind.startsWith('webgl') ? null : Reflect.apply(original, this, [kind, ...rest]);
      },
    });
  });
  await page.goto('/model');
  await choose(page, 'lampa.3mf', readFileSync(seedModel('lampa-74mm.3mf')));
  await expect(figure(page, 'Размери')).toHaveText('52,0 × 52,0 × 74,0 mm');
  await expect(page.getByRole('img', { name: 'Чертеж на lampa: очертания на слоевете' })).toBeVisible();
  await expect(page.getByText('Браузърът не показва 3D.')).toBeVisible();
  expect(await accessibilityFaultsInBoth(page)).toEqual([]);
});
