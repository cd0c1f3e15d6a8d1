import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { phone, test } from './device';
import { baseUrl, PASSWORD, serverClient } from './learners';
import { fillSignIn, newAdmin } from './pages/console';
import { part, picturesIn, settle, startEmptyServer, wanted } from './pages/pictures';
import { type Ids, makeManyRows } from './pictures-rows';

// `npm run pictures`: pictures of every console screen in every state, theme and size, contact sheets of them, and a list of faults.

const pictures = picturesIn('pictures');
const { take, faults } = pictures;
const states = wanted(process.env.STATES, ['rows', 'empty', 'loading', 'error', 'forbidden', 'offline', 'dialogs']);

const section = (query: string) => `/admin/dashboard?section=${query}`;
const screens = ({ course, lesson, quiz }: Ids): [string, string][] => [
  ['dashboard', '/admin/dashboard'],
  ['revenue', section('dashboard&view=revenue')],
  ['users', section('users')],
  ['contact', section('users&tab=requests')],
  ['demo', section('users&tab=requests&view=demo')],
  ['moderation', section('users&tab=moderation')],
  ['certificates', section('certificates')],
  ['issued', section('certificates&tab=issued')],
  ['courses', '/admin/courses'],
  ['creator', '/admin/course-creator'],
  ['notifications', section('notifications')],
  ['push', section('notifications&tab=push')],
  ['subscriptions', section('notifications&tab=subscriptions')],
  ['news', section('news')],
  ['events', section('events')],
  ['registrations', section('events&tab=registrations')],
  ['settings', section('settings')],
  ['admins', section('settings&tab=admins')],
  ['audit', section('settings&tab=audit')],
  ['errors', section('settings&tab=errors')],
  ['trash', section('settings&tab=trash')],
  ['editor', `/admin/course-editor/${course}`],
  ['editor-settings', `/admin/course-editor/${course}?tab=settings`],
  ['editor-statistics', `/admin/course-editor/${course}?tab=statistics`],
  ['upload', `/admin/video-upload/${course}`],
  ['lesson', `/admin/video-edit/${course}/${lesson}`],
  ['lesson-tests', `/admin/video-edit/${course}/${lesson}?tab=tests`],
  ['lesson-resources', `/admin/video-edit/${course}/${lesson}?tab=resources`],
  ['quiz-new', `/admin/test-builder/${course}?videoId=${lesson}`],
  ['quiz', `/admin/test-editor/${quiz}`],
  ['course-settings', `/admin/course-settings/${course}`],
  ['store', '/admin/store'],
];

type Act = (page: Page) => Promise<unknown>;
const press =
  (name: string | RegExp): Act =>
  (page) =>
    page.getByRole('button', { name }).first().click();
const inDialog =
  (name: string | RegExp): Act =>
  (page) =>
    page.getByRole('dialog').getByRole('button', { name }).first().click();
const inTurn =
  (...acts: Act[]): Act =>
  async (page) => {
    for (const act of acts) await act(page);
  };
const dialogs = (ids: Ids): [string, string, Act?][] => [
  ['plan', section(`users&q=${ids.user.email}&dialog=plan:${ids.user.id}`)],
  ['link', section(`users&q=${ids.user.email}&dialog=link:${ids.user.id}`)],
  ['contact-open', section(`users&tab=requests&dialog=contact:${ids.contact}`)],
  ['demo-open', section(`users&tab=requests&view=demo&dialog=request:${ids.request}`)],
  ['block', section('users&tab=moderation'), press('Блокирайте автора')],
  ['certificate-new', section('certificates&dialog=certificate'), inDialog('Запазете')],
  ['certificate-edit', section(`certificates&dialog=certificate:${ids.certificate}`)],
  ['certificate-preview', section(`certificates&dialog=preview:${ids.certificate}`)],
  ['requirements', section(`certificates&dialog=requirements:${ids.certificate}`), inDialog('Добавете изискване')],
  ['revoke', section(`certificates&tab=issued&dialog=revoke:${ids.serial}`), inDialog('Отнемете')],
  ['send-faults', section('notifications'), press('Изпратете')],
  [
    'send-confirm',
    section('notifications'),
    inTurn(
      (page) => page.getByLabel('Заглавие').fill('Нов курс'),
      (page) => page.getByLabel('Съобщение').fill('Започваме в понеделник'),
      press('Изпратете'),
    ),
  ],
  ['send-targeted', section('notifications'), (page) => page.getByText('До избрани').click()],
  ['grant', section(`notifications&tab=subscriptions&dialog=grant:${ids.user.id}`)],
  ['news-new', section('news&dialog=news'), inDialog('Запазете')],
  ['news-edit', section(`news&dialog=news:${ids.news}`)],
  [
    'news-preview',
    section(`news&dialog=news:${ids.news}`),
    (page) => page.getByText('Преглед', { exact: true }).click(),
  ],
  ['event-new', section('events&dialog=event'), inDialog('Запазете')],
  ['event-edit', section(`events&dialog=event:${ids.event}`)],
  ['event-remove', section('events'), press(/^Изтрийте/)],
  ['registrations-of', section(`events&tab=registrations&event=${ids.event}`)],
  ['bell', '/admin/dashboard', press(/^Ново в академията|^Няма нищо ново/)],
  ['video-add', `/admin/course-editor/${ids.course}`, press('Видео от адрес')],
  ['video-edit', `/admin/course-editor/${ids.course}`, press(/^Редактирайте/)],
  ['video-remove', `/admin/course-editor/${ids.course}`, press(/^Изтрийте/)],
  ['resource-add', `/admin/video-edit/${ids.course}/${ids.lesson}?tab=resources`, press('Add Resource')],
  ['upload-faults', `/admin/video-upload/${ids.course}`, press('Next')],
  ['quiz-faults', `/admin/test-builder/${ids.course}`, press('Запазете')],
  ['quiz-question', `/admin/test-editor/${ids.quiz}`, press(/^1 /)],
  ['course-export', '/admin/courses', press(/^Изнесете/)],
  ['course-remove', `/admin/course-settings/${ids.course}`, press('Изтрийте курса')],
  ['phone-menu', '/admin/dashboard', press(/^Отворете менюто|^Свийте менюто/)],
  ['login-empty', '/admin/login'],
];

const requests = /\/rest\/v1\/(?!rpc\/(sync_|my_))/;
const stateRoutes: Record<string, object | 'never'> = {
  loading: 'never',
  error: { status: 500, json: { code: 'XX000', message: 'internal error', details: null, hint: null } },
  forbidden: { status: 403, json: { code: '42501', message: 'permission denied', details: null, hint: null } },
};

async function takeState(page: Page, size: string, state: string, list: [string, string][]) {
  const answer = stateRoutes[state];
  if (answer)
    await page.route(requests, (route) =>
      answer === 'never' ? undefined : route.fulfill(answer as { status: number }),
    );
  for (const [name, path] of list) {
    if (!name.includes(part)) continue;
    await page.goto(path).catch(() => undefined);
    if (state === 'offline') {
      await settle(page);
      // Without the service worker, the browser shows its own page.
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await page.context().setOffline(true);
      await page.reload().catch(() => undefined);
      await page.waitForTimeout(500);
    } else if (state === 'loading') await page.waitForTimeout(700);
    else await settle(page);
    await take(page, size, state, name);
    if (state === 'offline') await page.context().setOffline(false);
  }
  if (answer) await page.unroute(requests);
}

async function takeDialogs(page: Page, size: string, ids: Ids) {
  for (const [name, path, act] of dialogs(ids)) {
    if (!name.includes(part)) continue;
    await page.goto(path);
    await settle(page);
    await act?.(page).catch((error: Error) => faults.push(`${size} dialogs ${name}: ${error.message.split('\n')[0]}`));
    await settle(page);
    await take(page, size, 'dialogs', name);
  }
}

async function signIn(page: Page, email: string) {
  await page.goto('/admin/login');
  await fillSignIn(page, email, PASSWORD);
  await page.waitForURL('**/admin/dashboard');
}

test('pictures of the console', async ({ browser }) => {
  test.setTimeout(5_400_000);
  pictures.empty();
  const ids = await makeManyRows();
  const admin = await newAdmin(true);
  const sizes = { desktop: { viewport: { width: 1280, height: 800 } }, phone };
  const sheets = await browser.newPage();
  const drawAll = (size: string, state: string, list: [string, ...unknown[]][]) =>
    pictures.drawSheets(
      sheets,
      size,
      state,
      list.map(([name]) => name).filter((name) => name.includes(part)),
    );
  const dataDir = mkdtempSync(join(tmpdir(), 'sloy-pictures-'));
  const emptyOrigin = states.includes('empty') ? await startEmptyServer(dataDir) : '';
  for (const [size, options] of Object.entries(sizes)) {
    const context = await browser.newContext({
      ...options,
      locale: 'bg-BG',
      timezoneId: 'Europe/Sofia',
      baseURL: baseUrl(),
    });
    await context.addInitScript(() => localStorage.setItem('sloy.install-dismissed', 'true'));
    const page = await context.newPage();
    await signIn(page, admin.email);
    for (const state of states) {
      if (state === 'empty') continue;
      if (state === 'dialogs') await takeDialogs(page, size, ids);
      else await takeState(page, size, state, screens(ids));
      await drawAll(size, state, state === 'dialogs' ? dialogs(ids) : screens(ids));
    }
    await context.close();
    if (!emptyOrigin) continue;
    const before = { ...process.env };
    process.env.SLOY_E2E_PORT = new URL(emptyOrigin).port;
    process.env.SLOY_E2E_DATA = dataDir;
    const alone = await newAdmin(true);
    await serverClient()
      .from('courses')
      .upsert({ id: ids.course, title: 'Празен курс', status: 'draft' })
      .throwOnError();
    Object.assign(process.env, { SLOY_E2E_PORT: before.SLOY_E2E_PORT, SLOY_E2E_DATA: before.SLOY_E2E_DATA });
    const emptyContext = await browser.newContext({ ...options, locale: 'bg-BG', baseURL: emptyOrigin });
    await emptyContext.addInitScript(() => localStorage.setItem('sloy.install-dismissed', 'true'));
    const emptyPage = await emptyContext.newPage();
    await signIn(emptyPage, alone.email);
    await takeState(emptyPage, size, 'empty', screens(ids));
    await drawAll(size, 'empty', screens(ids));
    await emptyContext.close();
  }
  rmSync(dataDir, { recursive: true, force: true });
  pictures.writeFaults();
});
