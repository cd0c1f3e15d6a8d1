import { LAST_SCREEN_CACHE } from '@/shared/names';
import { expect, test } from './device';
import { journalOf, newLearner, serverClient } from './learners';
import { signIn, waitForWorker, waitUntilSynced } from './pages/shell';

const basics = 'c0000000-0000-4000-8000-000000000001';
const lesson = 'd0000000-0000-4000-8000-000000000002';

const localDay = (at: number) => new Date(at).toLocaleDateString('sv', { timeZone: 'Europe/Sofia' });

/** The server's rows for a home screen: newest news, upcoming events, first achievements, newest courses. */
async function school() {
  const server = serverClient();
  const [news, events, achievements] = await Promise.all([
    server
      .from('news')
      .select('id, title')
      .eq('status', 'published')
      .order('created_at', { ascending: false })
      .limit(3),
    server
      .from('events')
      .select('id, title')
      .eq('status', 'active')
      .gt('end_date', new Date().toISOString())
      .order('start_date')
      .limit(3),
    server.from('achievements').select('id, name').order('points').order('id').limit(4),
  ]);
  const rows = [news.data, events.data, achievements.data];
  if (rows.some((found) => !found?.length)) throw new Error('The school has no news, events or achievements');
  return { news: news.data ?? [], events: events.data ?? [], achievements: achievements.data ?? [] };
}

test('the home is correct after a cold start without a network, and a news view counts once', async ({ newDevice }) => {
  const { news, events, achievements } = await school();
  const learner = await newLearner('premium');
  const now = Date.now();
  const watched = {
    video_id: lesson,
    course_id: basics,
    intervals: [[0, 21_500]],
    position: 21_500,
    position_at: now,
    duration: 40_000,
  };
  const facts = [
    { id: `progress/${lesson}`, kind: 'progress', data: { ...watched, completed: false, first_watched: now } },
    { id: `day/${localDay(now)}`, kind: 'day', data: {} },
  ];
  const p_docs = facts.map((fact) => ({ ...fact, at: now, active_on: localDay(now), rev: 0 }));
  expect((await learner.api.rpc('sync_push', { p_docs })).error).toBeNull();

  const device = newDevice();
  let page = await device.start();
  await signIn(page, learner.email);
  await waitForWorker(page);
  await waitUntilSynced(page);
  await page.getByRole('link', { name: news[0]?.title ?? '' }).click();
  await page.waitForURL('**/news/**');
  await expect
    .poll(async () => (await journalOf(learner)).map(({ id }) => id), { timeout: 60_000 })
    .toContain(`view/news/${news[0]?.id}`);
  await page.goto('/dashboard');
  await waitUntilSynced(page);
  await expect(page.getByText('остават 0:19')).toBeVisible();
  await expect(page.locator('main .skeleton')).toHaveCount(0);

  // The next start shows the last rendered screen before any code has run, and then the real screen.
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.dataset.last = document.querySelector('#last-screen h2')?.textContent ?? '';
    });
  });
  await page.goto('/dashboard');
  await expect(page.locator('html')).toHaveAttribute('data-last', /^Урок 2: /);
  await expect(page.locator('#last-screen')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /^Урок 2: / })).toBeVisible();
  await device.offline(true);
  await device.kill();

  page = await device.start({ offline: true });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Здравейте, Мария' })).toBeVisible();
  // The stored screen repeats the texts until the last section of the real one has its data.
  await expect(page.locator('#last-screen')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /^Урок 2: / })).toBeVisible();
  await expect(page.getByText('остават 0:19')).toBeVisible();
  const openers = page.getByRole('link', { name: /^Отвори курс: / });
  await expect(openers).toHaveCount(3);
  await expect(openers.first()).toHaveAccessibleName('Отвори курс: Основи на 3D печата');
  for (const { title } of news) await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible();
  for (const { title } of events)
    await expect(page.getByRole('button', { name: `${title}: покажете в календара` })).toBeVisible();
  for (const { name } of achievements) await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Читател' })).toHaveAttribute('aria-valuenow', '1');
  await expect(page.getByRole('gridcell')).toHaveCount(42);
  await expect(page.getByRole('gridcell', { selected: true }).getByRole('button')).toHaveAccessibleName(/учихте/);

  await page.getByRole('button', { name: 'Меню на профила' }).click();
  await page.getByRole('button', { name: 'Изход' }).click();
  await page.waitForURL('**/login');
  await expect
    .poll(() => page.evaluate((name) => caches.has(name), LAST_SCREEN_CACHE), 'no screen outlives its account')
    .toBe(false);
});

test('the calendar is a grid for the keyboard, and an event opens its day in it', async ({ page }) => {
  const { events } = await school();
  const { email } = await newLearner('pro');
  await signIn(page, email);
  await waitUntilSynced(page);
  const grid = page.getByRole('grid');
  const chosen = grid.getByRole('gridcell', { selected: true }).getByRole('button');
  const dayOf = () => page.evaluate(() => document.activeElement?.getAttribute('data-day') ?? '');
  const shift = (day: string, days: number) =>
    new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

  await expect(chosen).toHaveAttribute('aria-current', 'date');
  await chosen.focus();
  const today = await dayOf();
  const steps: [string, number][] = [
    ['ArrowRight', 1],
    ['ArrowDown', 8],
    ['ArrowLeft', 7],
    ['ArrowUp', 0],
  ];
  for (const [key, days] of steps) {
    await page.keyboard.press(key);
    await expect.poll(dayOf).toBe(shift(today, days));
  }
  await page.keyboard.press('Home');
  await expect.poll(async () => new Date(`${await dayOf()}T12:00:00Z`).getUTCDay()).toBe(1);
  await page.keyboard.press('PageDown');
  await expect.poll(async () => (await dayOf()).slice(0, 7)).not.toBe(today.slice(0, 7));
  await page.getByRole('button', { name: 'Днес' }).click();
  await expect(chosen).toHaveAttribute('aria-current', 'date');

  const { title } = events.at(-1) ?? { title: '' };
  await page.getByRole('button', { name: `${title}: покажете в календара` }).click();
  await expect(chosen).toBeFocused();
  await expect(chosen).toHaveAccessibleName(new RegExp(title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  await expect(page.getByRole('listitem').filter({ hasText: title }).last()).toBeVisible();
  await expect(chosen).toContainText([...title].length > 8 ? `${[...title].slice(0, 8).join('').trimEnd()}` : title);
});

test('My courses leads from the list to a course and its lesson, and back', { tag: '@desktop' }, async ({
  page,
  context,
}) => {
  const { email, id } = await newLearner('pro');
  await serverClient()
    .from('notifications')
    .insert({ user_id: id, type: 'error', topic: 'billing', title: 'Плащането не мина', message: 'Платете.' });
  await signIn(page, email);
  await waitUntilSynced(page);
  // The alert about the failed payment is below the lesson's card and still beside the achievements, so that there is no gap beside them.
  const line = page.getByRole('main').getByRole('alert').filter({ hasText: 'Плащането не мина' });
  await expect(line).toBeVisible();
  const lineTop = (await line.boundingBox())?.y ?? 0;
  const achievements = await page.getByRole('main').getByRole('list').filter({ hasText: 'Първи слой' }).boundingBox();
  expect(lineTop).toBeLessThan((achievements?.y ?? 0) + (achievements?.height ?? 0));
  await page.getByRole('link', { name: 'Всички курсове' }).click();
  await page.waitForURL('**/dashboard?section=courses');
  await page.getByRole('link', { name: 'Отвори курс: Основи на 3D печата' }).click();
  const title = page.getByRole('heading', { level: 1, name: 'Основи на 3D печата' });
  await expect(title).toBeFocused();
  await expect(page.getByText('Публичен')).toBeVisible();
  const lessons = page.getByRole('main').getByRole('listitem');
  await expect(lessons.first()).toContainText(/Какво е слой.*0:40.*Безплатен преглед/);
  await page.getByRole('link', { name: 'Какво е слой', exact: true }).click();
  await page.waitForURL(`**/video/d0000000-0000-4000-8000-000000000001/${basics}`);
  await page.goBack();
  await expect(title).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Отвори курс: Основи на 3D печата' })).toBeFocused();
  await page.goto('/dashboard?section=courses&course=c0000000-0000-4000-8000-00000000dead');
  // "Course not found" must wait for the first sync, because the course may still arrive.
  await waitUntilSynced(page);
  await expect(page.getByText('Course not found')).toBeVisible();

  // Simulates a failed disk: opening any database fails.
  await context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Internal error opening backing store for indexedDB.open.', 'UnknownError');
    };
  });
  await page.goto('/dashboard?section=courses');
  await expect(page.getByText('Error fetching courses:')).toBeVisible();
  await expect(page.getByText(/Internal error opening backing store/)).toBeVisible();
});

test('the free dashboard locks what the plan does not include, and links to the plans', async ({ page }) => {
  const { news } = await school();
  const { email } = await newLearner('free');
  await signIn(page, email);
  await waitUntilSynced(page);
  await expect(page.getByRole('heading', { name: 'Achievements - Pro' })).toBeVisible();
  await expect(page.locator('[inert] [data-cell]')).toHaveCount(35);
  await expect(page.getByRole('grid')).toHaveCount(0);
  await expect(page.locator('[inert]').getByText(news[0]?.title ?? '')).toBeAttached();
  await expect(page.getByRole('link', { name: news[0]?.title ?? '' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Надградете', exact: true })).toHaveAttribute('href', '/pricing');

  await page.getByRole('link', { name: 'Всички курсове' }).click();
  await page.getByRole('link', { name: 'Отвори курс: Основи на 3D печата' }).click();
  await expect(page.getByText('Активен')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Какво е слой', exact: true })).toHaveAttribute('href', /\/video-free\//);
  await expect(page.getByRole('link', { name: 'От модел до G-code: вижте плановете' })).toHaveAttribute(
    'href',
    '/pricing',
  );
});

test('„Още новини“ adds news items, and the focus continues at the first new one', { tag: '@desktop' }, async ({
  page,
}) => {
  const learner = await newLearner('pro');
  await signIn(page, learner.email);
  await waitUntilSynced(page);
  const items = page.getByRole('main').locator('a[href^="/news/"]');
  await expect(items).toHaveCount(3);
  const more = page.getByRole('button', { name: 'Още новини' });
  for (const shown of [3, 6]) {
    await more.press('Enter');
    await expect(items.nth(shown)).toBeFocused();
  }
});

test('a reload of the home and of the events returns to the same place', async ({ page }) => {
  const learner = await newLearner('premium');
  await signIn(page, learner.email);
  await waitForWorker(page);
  await waitUntilSynced(page);
  for (const url of ['/dashboard', '/dashboard?section=events']) {
    await page.goto(url);
    const place = () => page.evaluate(() => Math.round(window.scrollY));
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight), { timeout: 30_000 })
      .toBeGreaterThan(500);
    await page.evaluate(() => window.scrollTo(0, 500));
    await expect.poll(place).toBe(500);
    await page.reload();
    await expect.poll(place).toBe(500);
  }
});
