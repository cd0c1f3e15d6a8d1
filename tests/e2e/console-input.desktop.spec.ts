import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from './device';
import { newLearner, serverClient } from './learners';
import { newAdmin, openConsole } from './pages/console';

// Invalid input in the console's forms: nothing is stored, the error is beside the field, the field has the focus, and no input is lost.

async function newCourse() {
  const id = randomUUID();
  await serverClient().from('courses').insert({ id, title: 'Невалидно', plan_type: 'free' }).throwOnError();
  return id;
}

/** Double-clicks the button of a form. The error text moves the button, so the second press lands beside it. */
const pressTwice = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).dblclick({ delay: 10 });

test('after a double click on the button of a rejected form, the focus is in the invalid field', async ({ page }) => {
  const [admin, courseId] = await Promise.all([newAdmin(true), newCourse()]);
  await openConsole(page, admin.email, `/admin/course-settings/${courseId}`);
  const cover = page.getByLabel('Адрес на корицата');
  await page.getByLabel('Категория').fill('Начинаещи');
  for (const url of ['javascript:alert(1)', '//evil.test', 'https://']) {
    await cover.fill(url);
    await pressTwice(page, 'Запазете');
    await expect(page.getByText('Адресът започва с https://')).toBeVisible();
    await expect(cover).toBeFocused();
    await expect(page.getByLabel('Категория')).toHaveValue('Начинаещи');
  }
  await page.goto('/admin/dashboard?section=notifications');
  await pressTwice(page, 'Изпратете');
  await expect(page.getByText('Please fill in both title and message')).toHaveCount(2);
  await expect(page.getByLabel('Заглавие')).toBeFocused();
  await page.goto('/admin/dashboard?section=settings&tab=admins');
  await pressTwice(page, 'Добавете администратор');
  await expect(page.getByLabel('Имейл на администратора')).toBeFocused();
  await page.goto('/admin/store');
  await page.getByLabel('Email address').fill('x');
  await pressTwice(page, 'Notify me');
  await expect(page.getByLabel('Email address')).toBeFocused();
});

test('a double click that opens a confirmation does not close it again', async ({ page }) => {
  const admin = await newAdmin();
  await openConsole(page, admin.email, '/admin/dashboard?section=notifications');
  await page.getByLabel('Заглавие').fill('Двойно');
  await page.getByLabel('Съобщение').fill('Не се изпраща');
  await pressTwice(page, 'Изпратете');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Отказ' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a quiz with the character NUL is saved, and a quiz of a lesson outside the course is rejected', async ({
  page,
}) => {
  const [admin, courseId] = await Promise.all([newAdmin(), newCourse()]);
  await openConsole(page, admin.email, `/admin/test-builder/${courseId}`);
  await page.getByLabel('Заглавие', { exact: true }).fill('С N\0UL');
  await page.getByRole('button', { name: 'Добавете въпрос' }).click();
  await page.getByLabel('Въпрос', { exact: true }).fill('Коя д\0юза?');
  await page.getByRole('textbox', { name: 'Отговор 1' }).fill('0,4\0');
  await page.getByRole('button', { name: 'Запазете', exact: true }).click();
  await expect(page.getByText('Тестът е запазен')).toBeVisible();
  const { data } = await serverClient()
    .from('tests')
    .select('title, test_questions(text)')
    .eq('course_id', courseId)
    .single()
    .throwOnError();
  expect(data).toEqual({ title: 'С NUL', test_questions: [{ text: 'Коя дюза?' }] });
  await page.goto(`/admin/test-builder/${courseId}?videoId=${randomUUID()}`);
  await page.getByLabel('Заглавие', { exact: true }).fill('Без урок');
  await page.getByRole('button', { name: 'Запазете', exact: true }).click();
  await expect(page.getByText(/^Този урок го няма в курса/)).toBeVisible();
  await expect(page.getByLabel('Заглавие', { exact: true })).toHaveValue('Без урок');
  await page.goto('/admin/dashboard?section=users&q=a%00');
  await expect(page.getByRole('searchbox')).toHaveValue('a');
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByText('Failed to load users. Please try again.')).toHaveCount(0);
});

test('an end of a grant that the server cannot store is rejected instead of granting the plan without an end', async ({
  page,
}) => {
  const [admin, learner] = await Promise.all([newAdmin(), newLearner('free')]);
  await openConsole(page, admin.email, `/admin/dashboard?section=users&q=${learner.email}`);
  await page.getByRole('button', { name: `Абонамент на ${learner.email}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: /^Premium/ }).check();
  await dialog.getByLabel('До дата').fill('9999-12-31');
  await dialog.getByRole('button', { name: 'Запазете' }).click();
  await expect(dialog.getByText('Изберете дата до 30.12.9999 г.')).toBeVisible();
  await expect(dialog.getByLabel('До дата')).toBeFocused();
  await expect(dialog.getByRole('checkbox', { name: /^Premium/ })).toBeChecked();
});

test('more seats than the server can store are rejected beside the field', async ({ page }) => {
  const admin = await newAdmin();
  await openConsole(page, admin.email, '/admin/dashboard?section=events&dialog=event');
  const form = page.getByRole('dialog');
  await form.getByLabel('Заглавие').fill('Стадион');
  await form.getByLabel('Описание').fill('Голям');
  await form.getByLabel('Места').fill('99999999999');
  await form.getByLabel('Начало (София)').fill('0026-01-01T10:00');
  await form.getByRole('button', { name: 'Запазете' }).click();
  await expect(form.getByText(/^Най-много 2.147.483.647 места$/)).toBeVisible();
  await expect(form.getByText('Проверете годината.')).toBeVisible();
  await expect(form.getByLabel('Начало (София)')).toBeFocused();
  await expect(form.getByLabel('Описание')).toHaveValue('Голям');
});

test('a resource without a complete URL and a thumbnail that is no picture are rejected beside the field', async ({
  page,
}) => {
  const [admin, courseId] = await Promise.all([newAdmin(), newCourse()]);
  await openConsole(page, admin.email, `/admin/course-editor/${courseId}`);
  await page.getByRole('button', { name: 'Add Resource' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Заглавие').fill('Профил');
  for (const url of ['https://', 'https:// a']) {
    await dialog.getByLabel('Адрес', { exact: true }).fill(url);
    await dialog.getByRole('button', { name: 'Add Resource' }).click();
    await expect(dialog.getByText('Адресът започва с https://')).toBeVisible();
    await expect(dialog.getByLabel('Адрес', { exact: true })).toBeFocused();
  }
  await page.goto(`/admin/video-edit/${courseId}/garbage`);
  await expect(page.getByText('Failed to load video data')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Опитайте отново' })).toHaveCount(0);
  const video = { name: 'a.mp4', mimeType: 'video/mp4', buffer: Buffer.from('x') };
  const id = randomUUID();
  await serverClient()
    .from('videos')
    .insert({ id, course_id: courseId, title: 'Урок', video_url: 'a.mp4' })
    .throwOnError();
  await page.goto(`/admin/video-edit/${courseId}/${id}`);
  const replacement = page.getByLabel('Сменете видео файла');
  await page.getByLabel('Title').fill('Друго име');
  await replacement.setInputFiles({ ...video, name: 'virus.exe', mimeType: 'application/octet-stream' });
  await pressTwice(page, 'Save Changes');
  await expect(replacement).toBeFocused();
  await page.getByRole('button', { name: 'Махнете virus.exe' }).click();
  await expect(replacement).toBeFocused();
  await expect(page.getByLabel('Title')).toHaveValue('Друго име');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Video updated successfully')).toBeVisible();
  await page.goto(`/admin/video-upload/${courseId}`);
  await page.locator('input[type=file]').setInputFiles(video);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Description').fill('Описание');
  await page.getByLabel('Thumbnail').setInputFiles({ ...video, name: 'virus.png', mimeType: 'image/png' });
  await expect(
    page.getByText('Картинката не се използва: файлът не е картинка. Взема се кадър от видеото.'),
  ).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue('Описание');
});

test('files that are no videos stop in the queue without a row, and the open queue covers no button', async ({
  page,
}) => {
  const [admin, courseId] = await Promise.all([newAdmin(), newCourse()]);
  await openConsole(page, admin.email, `/admin/course-editor/${courseId}`);
  const video = { mimeType: 'video/mp4', buffer: Buffer.from('MZ') };
  const files = [1, 2, 3, 4, 5].map((number) => ({ ...video, name: `program-${number}.mp4` }));
  await page.getByLabel('Пуснете тук видео файлове').setInputFiles(files);
  const queue = page.getByRole('region', { name: 'Качвания' });
  await expect(queue.getByText('Файлът е повреден или не е видео.')).toHaveCount(5);
  const { data } = await serverClient().from('videos').select('id').eq('course_id', courseId).throwOnError();
  expect(data).toEqual([]);
  await page.goto(`/admin/video-upload/${courseId}`);
  await expect(queue).toBeVisible();
  await page
    .locator('label input[type=file]')
    .first()
    .setInputFiles({ ...video, name: 'урок.mp4' });
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByLabel('Title')).toBeVisible();
});
