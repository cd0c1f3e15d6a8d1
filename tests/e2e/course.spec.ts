import { expect, test } from './device';
import { newLearner } from './learners';
import { expectAccessibleInBoth } from './pages/axe';
import { tabTo } from './pages/quiz';
import { signIn, waitForWorker, waitUntilSynced } from './pages/shell';

const basics = 'c0000000-0000-4000-8000-000000000001';
const premium = 'c0000000-0000-4000-8000-000000000004';
const courseUrl = (id: string) => `/course/${id}`;

test('a course shows its lessons and quizzes, the open ones and the next one, with and without a network', async ({
  page,
  context,
}, info) => {
  const learner = await newLearner('pro');
  await signIn(page, learner.email);
  await waitForWorker(page);
  await waitUntilSynced(page);
  await page.goto(courseUrl(basics));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Напредък: 0 от/ })).toBeVisible();
  const lessons = page.getByRole('complementary', { name: 'Съдържание на курса' }).getByRole('listitem');
  await expect(lessons.first()).toContainText('Безплатен преглед');
  await expectAccessibleInBoth(page);

  await test.step('the tabs work by keyboard, and a quiz opens from its tab', async () => {
    await tabTo(page, page.getByRole('tab', { name: 'Course Content' }));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Tests' })).toBeFocused();
    await expect(page.getByRole('link', { name: 'Start: Слоеве и слайсер' })).toHaveAttribute('href', /\/test\//);
    await expectAccessibleInBoth(page);
  });

  await test.step('the panel keeps its state', async () => {
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Tests' })).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('tab', { name: 'Course Content' }).click();
    if (info.project.name === 'phone') return;
    await page.getByRole('button', { name: 'Скрийте съдържанието' }).click();
    await expect(page.getByRole('tab', { name: 'Tests' })).toBeHidden();
    await page.reload();
    const show = page.getByRole('button', { name: 'Покажете съдържанието' });
    await expect(show).toHaveAttribute('aria-expanded', 'false');
    await show.click();
    await expect(lessons.first()).toBeVisible();
  });

  await test.step('a lesson outside the plan links to the plans', async () => {
    await page.goto(courseUrl(premium));
    await expect(page.getByRole('heading', { name: 'Този курс е част от Premium' })).toBeVisible();
    await expect(page.getByRole('link', { name: /вижте плановете/ }).first()).toHaveAttribute('href', '/pricing');
    await page.getByRole('tab', { name: 'Tests' }).click();
    await expect(page.getByRole('heading', { name: 'Тестовете идват с плана' })).toBeVisible();
  });

  await page.goto(courseUrl('c0000000-0000-4000-8000-0000000000ff'));
  await expect(page.getByRole('heading', { name: 'Course not found' })).toBeVisible();

  await test.step('the course opens without a network from the device', async () => {
    await context.setOffline(true);
    await page.goto(courseUrl(basics));
    await expect(page.getByText('Няма връзка.', { exact: false })).toBeVisible();
    await page.getByRole('tab', { name: 'Course Content' }).click();
    await expect(page.getByRole('link', { name: /^Гледайте/ })).toBeVisible();
  });
});

test('an unreadable store is reported, and Try Again reads it again', { tag: '@desktop' }, async ({ page }, info) => {
  const learner = await newLearner('premium');
  await signIn(page, learner.email);
  await waitUntilSynced(page);
  // Makes all reads of the mirror table that `breakTable` names fail; an empty name repairs the table.
  await page.addInitScript(() => {
    const broken = (store: IDBObjectStore | IDBIndex) =>
      sessionStorage.getItem('broken') === ('objectStore' in store ? store.objectStore.name : store.name);
    for (const type of [IDBObjectStore, IDBIndex]) {
      for (const method of ['get', 'getAll', 'openCursor'] as const) {
        const read = type.prototype[method] as (...args: unknown[]) => IDBRequest;
        Object.defineProperty(type.prototype, method, {
          value(this: IDBObjectStore, ...args: unknown[]) {
            if (broken(this)) throw new DOMException('The disk failed', 'UnknownError');
            return read.apply(this, args);
          },
        });
      }
    }
  });
  const breakTable = (table: string) => page.evaluate((name) => sessionStorage.setItem('broken', name), table);

  await breakTable('courses');
  await page.goto(courseUrl(basics));
  await expect(page.getByRole('heading', { name: 'Error loading course' })).toBeVisible();
  await breakTable('');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('img', { name: /^Напредък:/ })).toBeVisible();
  // Premium accounts can download whole courses, but only on phones.
  const download = page.getByRole('button', { name: 'Свалете целия курс' });
  if (info.project.name === 'phone') await expect(download).toBeVisible();
  else await expect(download).toHaveCount(0);

  await breakTable('tests');
  await page.getByRole('tab', { name: 'Tests' }).click();
  await expect(page.getByRole('heading', { name: 'Failed to load tests. Please try again.' })).toBeVisible();
  await page.goto('/test/e0000000-0000-4000-8000-000000000001');
  await expect(page.getByRole('heading', { name: 'Failed to load test. Please try again' })).toBeVisible();
  await breakTable('');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible();
  await page.goto('/test');
  await expect(page.getByRole('heading', { name: 'No test ID provided' })).toBeVisible();

  await test.step('beside a lesson: its quizzes and its files, each with Try Again; a lesson without quizzes', async () => {
    await page.goto('/video/d0000000-0000-4000-8000-000000000005/c0000000-0000-4000-8000-000000000002');
    await expect(page.getByRole('tab', { name: 'Тест' })).toBeVisible();
    await breakTable('tests');
    await page.getByRole('tab', { name: 'Тест' }).click();
    await expect(page.getByRole('heading', { name: 'Failed to load tests. Please try again.' })).toBeVisible();
    await breakTable('');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { name: 'No Tests Found' })).toBeVisible();
    await expect(page.getByText('има временен проблем с връзката към базата данни')).toBeVisible();
    // Once synced, and in one step: a pull in between would read the lesson again, and the whole page would report the broken table.
    await waitUntilSynced(page);
    await page.getByRole('tab', { name: 'Ресурси' }).evaluate((tab: HTMLElement) => {
      sessionStorage.setItem('broken', 'lessons');
      tab.click();
    });
    await expect(page.getByRole('heading', { name: 'Failed to load video resources' })).toBeVisible();
    await expect(page.getByText('Error loading resources')).toBeVisible();
    await breakTable('');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('button', { name: /^Свалете Калибрационно кубче/ })).toBeVisible();
  });

  await test.step('the free lesson, the bell', async () => {
    await breakTable('videos');
    await page.goto('/video-free/d0000000-0000-4000-8000-000000000001');
    await expect(page.getByRole('heading', { name: 'Failed to load video', exact: true })).toBeVisible();
    await breakTable('notifications');
    await page.goto('/test');
    await page.goto('/offline-dashboard');
    await page.getByRole('button', { name: 'Известия: Failed to fetch unread count' }).click();
    await expect(
      page.getByRole('region', { name: 'Известия' }).getByText('Failed to fetch notifications'),
    ).toBeVisible();
  });
});
