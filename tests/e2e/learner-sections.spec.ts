import { readFileSync } from 'node:fs';
import { expect, test } from './device';
import { journalOf, newLearner, serverClient } from './learners';
import { expectAccessibleInBoth } from './pages/axe';
import { signIn, waitForWorker, waitUntilSynced } from './pages/shell';

const DAY_MS = 86_400_000;

/** Creates an event one week from now: later than the three seed events, which the home screen shows. */
async function newEvent(title: string, change: Record<string, unknown> = {}): Promise<string> {
  const start = Date.now() + 7 * DAY_MS;
  const { data, error } = await serverClient()
    .from('events')
    .insert({
      title,
      description: 'Само за теста',
      location: 'Онлайн',
      start_date: new Date(start).toISOString(),
      end_date: new Date(start + 3_600_000).toISOString(),
      duration_minutes: 60,
      type: 'webinar',
      status: 'active',
      max_participants: 5,
      ...change,
    })
    .select('id')
    .single();
  if (error) throw new Error(error.message);
  return (data as { id: string }).id;
}

test('achievements and activity show the facts of this device, also after a cold start offline', async ({
  newDevice,
}) => {
  const learner = await newLearner('pro');
  const today = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Sofia' });
  const p_docs = [{ id: `day/${today}`, kind: 'day', data: {}, at: Date.now(), active_on: today, rev: 0 }];
  expect((await learner.api.rpc('sync_push', { p_docs })).error).toBeNull();
  const device = newDevice();
  let page = await device.start();
  await signIn(page, learner.email);
  await waitForWorker(page);
  await waitUntilSynced(page);
  await page.goto('/dashboard?section=achievements');
  await expect(page.getByRole('heading', { level: 1, name: 'Постижения' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Всички постижения' })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(12);
  await expectAccessibleInBoth(page);
  await page.goto('/dashboard?section=activity');
  await expect(page.getByRole('heading', { level: 1, name: 'Активност' })).toBeVisible();
  await expect(page.getByText('1 активен ден', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Ниво 0 от 5' })).toBeVisible();
  await expectAccessibleInBoth(page);
  await device.kill();
  page = await device.start({ offline: true });
  await page.goto('/dashboard?section=activity');
  await expect(page.getByText('1 активен ден', { exact: true })).toBeVisible();
});

test('an offline event registration counts at once, and reaches the server and a second device', async ({
  newDevice,
}) => {
  const title = `Вечер за въпроси ${Date.now()}`;
  const id = await newEvent(title);
  const learner = await newLearner('pro');
  const device = newDevice();
  const page = await device.start();
  await signIn(page, learner.email);
  await waitForWorker(page);
  await waitUntilSynced(page);
  await page.goto('/dashboard?section=events');
  const item = page.getByRole('listitem').filter({ hasText: title });
  await expect(item.getByText('5 свободни места от 5')).toBeVisible();
  await expectAccessibleInBoth(page);

  await device.offline(true);
  await item.getByRole('button', { name: `Запишете се: ${title}` }).press('Enter');
  await expect(page.getByText(`Успешно се записахте за събитието "${title}"`)).toBeVisible();
  await expect(item.getByText('4 свободни места от 5')).toBeVisible();
  await expect(item.getByText('Чака потвърждение от сървъра')).toBeVisible();

  await device.offline(false);
  await expect(item.getByText('Чака потвърждение от сървъра')).toBeHidden({ timeout: 60_000 });
  const { data } = await serverClient().from('events').select('current_participants').eq('id', id).single();
  expect(data).toEqual({ current_participants: 1 });

  const download = page.waitForEvent('download');
  await item.getByRole('button', { name: `Добавете „${title}“ в календара си` }).click();
  const file = readFileSync((await (await download).path()) ?? '', 'utf8');
  expect(file).toContain(`UID:${id}@sloy`);

  const second = await newDevice().start();
  await signIn(second, learner.email);
  await waitUntilSynced(second);
  await second.goto('/dashboard?section=events');
  await second.getByText('Моите 1').click();
  await second.getByRole('button', { name: `Отпишете се: ${title}` }).click();
  await expect(second.getByText(`Успешно се отписахте от събитието "${title}"`)).toBeVisible();
  await expect
    .poll(async () => (await serverClient().from('events').select('current_participants').eq('id', id).single()).data)
    .toEqual({ current_participants: 0 });
});

test('a full event shows a warning when its button is pressed, and a search in Latin letters finds it', async ({
  page,
}) => {
  const title = `Разглобяваме хотенд ${Date.now()}`;
  const id = await newEvent(title, { max_participants: 1 });
  const other = await newLearner('pro');
  expect((await other.api.rpc('register_for_event', { p_event_id: id, p_user_id: other.id })).error).toBeNull();
  const learner = await newLearner('pro');
  await signIn(page, learner.email);
  await waitUntilSynced(page);
  await page.goto('/dashboard?section=events');
  await page.getByRole('searchbox', { name: 'Търсене в събитията' }).fill('razglobyavame hotend');
  const item = page.getByRole('listitem').filter({ hasText: title });
  await expect(item.getByText('Събитието е пълно: 1 от 1 място')).toBeVisible();
  await item.getByRole('button', { name: `Запишете се: ${title}` }).click();
  await expect(page.getByText('Това събитие вече е достигнало максималния брой участници')).toBeVisible();
  expect((await journalOf(learner)).filter(({ kind }) => kind === 'registration')).toEqual([]);
});

test('notifications: filters, mark all as read, delete with undo; a new one arrives at the top', async ({ page }) => {
  const learner = await newLearner('pro');
  const server = serverClient();
  const add = async (title: string, type: string) =>
    server.from('notifications').insert({ user_id: learner.id, title, message: 'Текст', type });
  expect((await add('Първо', 'info')).error).toBeNull();
  expect((await add('Второ', 'warning')).error).toBeNull();
  await signIn(page, learner.email);
  await waitUntilSynced(page);
  await page.goto('/notifications');
  await expect(page.getByRole('heading', { level: 1, name: 'Известия' })).toBeVisible();
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows.filter({ hasText: 'Второ' })).toBeVisible();
  await expectAccessibleInBoth(page);

  await page.getByLabel('Вид').selectOption('warning');
  await expect(rows.filter({ hasText: 'Първо' })).toBeHidden();
  await page.getByLabel('Вид').selectOption('all');

  await add('Трето', 'success');
  await expect(rows.first()).toContainText('Трето', { timeout: 60_000 });

  await rows.filter({ hasText: 'Първо' }).getByRole('button', { name: 'Изтрийте „Първо“' }).click();
  await expect(rows.filter({ hasText: 'Първо' })).toBeHidden();
  await page.getByRole('button', { name: 'Върнете' }).click();
  await expect(rows.filter({ hasText: 'Първо' })).toBeVisible();

  await page.getByRole('main').getByRole('button', { name: 'Отбележи всички като прочетени' }).click();
  await expect(page.getByRole('radio', { name: 'Unread', exact: true })).toBeAttached();
  await page.getByText('Unread', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No notifications' })).toBeVisible();
});

test('300 notifications: few rows in the document, and the reader keeps place and focus', async ({ page }) => {
  const learner = await newLearner('pro');
  const list = Array.from({ length: 300 }, (_, index) => ({
    ...{ user_id: learner.id, title: `Старо ${index + 1}`, message: 'Текст', is_read: true },
    ...{ type: index === 2 ? 'warning' : 'info', created_at: new Date(Date.now() - index * 3_600_000).toISOString() },
  }));
  await serverClient().from('notifications').insert(list).throwOnError();
  await signIn(page, learner.email);
  await waitUntilSynced(page);
  await page.goto('/notifications');
  const rows = page.getByRole('main').getByRole('listitem');
  const last = rows.filter({ hasText: 'Старо 300' });
  await expect(rows.filter({ hasText: 'Старо 1' }).first()).toBeVisible();
  await expect(async () => {
    await page.mouse.wheel(0, 4_000);
    await expect(last).toBeInViewport({ timeout: 500 });
  }).toPass();
  expect(await rows.count()).toBeLessThan(80);
  const place = async () => (await last.boundingBox())?.y ?? 0;
  const before = await place();

  const late = { user_id: learner.id, title: 'Току-що', message: 'Текст', type: 'info' };
  await serverClient().from('notifications').insert(late).throwOnError();
  await expect(page.getByText('Ново известие: Току-що')).toBeAttached({ timeout: 60_000 });
  await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThan(3);

  await last.getByRole('button', { name: 'Изтрийте „Старо 300“' }).click();
  await expect(page.getByRole('region', { name: 'Известия', exact: true })).toBeFocused();
  await page.getByLabel('Вид').selectOption('warning');
  await expect(rows).toHaveCount(1);
  await expect(rows).toBeInViewport();
});

const slug = 'kak-da-sahranyavate-filament-prez-zimata';
const secretWords = 'признаците са винаги едни и същи';

test('premium reads an article, also offline, and the view counts', async ({ newDevice }) => {
  const learner = await newLearner('premium');
  const device = newDevice();
  let page = await device.start();
  await signIn(page, learner.email);
  await waitForWorker(page);
  await waitUntilSynced(page);
  await page.goto(`/news/${slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Как да съхранявате филамент през зимата');
  await expect(page.getByText(secretWords)).toBeVisible();
  await expect(page.getByText('четене').first()).toBeVisible();
  await expectAccessibleInBoth(page);
  await expect.poll(async () => (await journalOf(learner)).some(({ kind }) => kind === 'view')).toBe(true);
  await device.kill();
  page = await device.start({ offline: true });
  await page.goto(`/news/${slug}`);
  await expect(page.getByText(secretWords)).toBeVisible();
  await page.goto('/news/no-such-news');
  await expect(page.getByRole('heading', { name: 'Новината не е намерена' })).toBeVisible();
});

test('pro sees the paywall, and no store of the device holds the article', async ({ page }) => {
  const learner = await newLearner('pro');
  await signIn(page, learner.email);
  await waitUntilSynced(page);
  await page.goto(`/news/${slug}`);
  await expect(page.getByRole('link', { name: 'Надградете до Premium' })).toBeVisible();
  await expectAccessibleInBoth(page);
  const stored = await page.evaluate(async () => {
    const all = (request: IDBRequest) =>
      new Promise<unknown>((done, fail) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => fail(request.error);
      });
    let text = '';
    for (const { name } of await indexedDB.databases()) {
      const db = (await all(indexedDB.open(name ?? ''))) as IDBDatabase;
      for (const store of db.objectStoreNames)
        text += JSON.stringify(await all(db.transaction(store).objectStore(store).getAll()));
      db.close();
    }
    return text;
  });
  expect(stored).toContain(slug);
  expect(stored).not.toContain(secretWords);
  expect(await page.content()).not.toContain(secretWords);
});
