import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { expect, test } from './device';
import { newLearner, serverClient } from './learners';
import { newAdmin, openConsole } from './pages/console';
import { tabTo } from './pages/quiz';

const clip = readFileSync(join(import.meta.dirname, '../../supabase/media/lessons/cube.mp4'));

test('without a mouse: a course is created, filled, ordered, tested and published, a plan is granted, a message sent', async ({
  page,
}) => {
  const [admin, learner] = await Promise.all([newAdmin(), newLearner('free')]);
  const title = `С клавиатура ${Date.now()}`;
  const { keyboard } = page;
  const press = async (control: Locator, key = 'Enter') => {
    await tabTo(page, control);
    await keyboard.press(key);
  };
  const type = async (control: Locator, words: string) => {
    await tabTo(page, control);
    await keyboard.type(words);
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const section = (name: string) =>
    page.getByRole('navigation', { name: 'Раздели на конзолата' }).getByRole('link', { name });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const file = (name: string) => ({ name, mimeType: 'video/mp4', buffer: clip });
  await openConsole(page, admin.email);

  await test.step('create the course', async () => {
    await press(section('Курсове'));
    await type(field('Заглавие'), title);
    await press(button('Създайте курса'));
    await expect(page.getByText(`Course "${title}" created successfully!`)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await press(section('Курсове'));
  });

  await test.step('upload a lesson in four steps, and another by the field for many files', async () => {
    await press(page.getByRole('link', { name: `Add Video ${title}` }));
    const video = page.getByLabel(/^Изберете видео/);
    await tabTo(page, video);
    await video.setInputFiles(file('Първи.mp4'));
    for (const step of ['Details', 'Resources', 'Test']) {
      await press(button('Next'));
      await expect(page.getByRole('heading', { level: 2, name: step })).toBeFocused();
    }
    await press(button('Skip Test'));
    await page.waitForURL('**/admin/course-editor/**');
    const many = page.getByLabel('Пуснете тук видео файлове');
    await tabTo(page, many);
    await many.setInputFiles(file('Втори.mp4'));
    await expect(page.getByRole('link', { name: 'Първи', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Втори', exact: true })).toBeVisible();
  });

  await test.step('order the lessons', async () => {
    const names = page.getByRole('button', { name: /^Преместете „[^“]+“$/ });
    const [first = '', second = ''] = await names.evaluateAll((all) =>
      all.map((each) => each.getAttribute('aria-label') ?? ''),
    );
    await press(button(first), 'Space');
    await expect(page.getByText(/е на място 1 от 2$/)).toHaveCount(1);
    await keyboard.press('ArrowDown');
    await expect(page.getByText(/е на място 2 от 2$/)).toHaveCount(1);
    await keyboard.press('Space');
    await expect(names.first()).toHaveAccessibleName(second);
    await expect(button(first)).toBeFocused();
  });

  await test.step('create a quiz and publish it', async () => {
    await press(button('Create Test'));
    await type(field('Заглавие'), 'Тест с клавиатура');
    await press(button('Добавете въпрос'));
    const card = page.getByRole('region', { name: 'Въпрос 1', exact: true });
    await type(card.getByRole('textbox', { name: 'Въпрос' }), 'Кой слой е първи?');
    await type(card.getByRole('textbox', { name: 'Отговор 1' }), 'Долният');
    await type(card.getByRole('textbox', { name: 'Отговор 2' }), 'Горният');
    await press(button('Запазете'));
    await page.waitForURL('**/admin/test-editor/**');
    await press(button('Публикувайте версията'));
    await expect(page.getByText('Версия 1 е при курсистите')).toBeVisible();
    await press(button('Go Back'));
  });

  await test.step('publish the course with its lessons', async () => {
    await press(button('Публикувайте'));
    await expect(page.getByText('Курсът е „Публикуван“')).toBeVisible();
  });

  await test.step('grant a plan; the dialog returns the focus', async () => {
    await press(section('Потребители'));
    await type(page.getByRole('searchbox', { name: 'Търсене по имейл' }), learner.email);
    const edit = button(`Абонамент на ${learner.email}`);
    await press(edit);
    const dialog = page.getByRole('dialog');
    await press(dialog.getByRole('checkbox', { name: /^Pro/ }), 'Space');
    await press(dialog.getByRole('button', { name: 'Запазете' }));
    await expect(page.getByText(`User ${learner.email} updated successfully!`)).toBeVisible();
    await expect(edit).toBeFocused();
  });

  await test.step('send a message', async () => {
    await press(section('Известия'));
    await type(field('Заглавие'), title);
    await type(field('Съобщение'), 'Курсът е готов');
    await press(button('Изпратете'));
    await press(page.getByRole('dialog').getByRole('button', { name: 'Изпратете' }));
    await expect(page.getByText('Broadcast notification sent successfully!')).toBeVisible();
  });

  const server = serverClient();
  const course = await server.from('courses').select('id, status, videos(status), tests(status)').eq('title', title);
  expect(course.data).toEqual([
    {
      ...{ id: expect.any(String), status: 'published', tests: [{ status: 'published' }] },
      videos: [{ status: 'published' }, { status: 'published' }],
    },
  ]);
  const plan = await server.from('user_subscriptions').select('granted_plan').eq('email', learner.email).single();
  expect(plan.data).toEqual({ granted_plan: 'pro' });
  await server.from('courses').update({ status: 'draft' }).eq('title', title).throwOnError();
});
