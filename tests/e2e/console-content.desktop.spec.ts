import { expect, test } from './device';
import { serverClient } from './learners';
import { expectAccessibleInBoth } from './pages/axe';
import { newAdmin, openConsole } from './pages/console';

// News, events, certificates and notifications of the console: forms, drafts, the trash, a conflict of two administrators.

test('a news item is typed, survives a reload, is saved, edited, deleted and restored', async ({ page }) => {
  const admin = await newAdmin();
  const title = `Нова дюза ${Date.now()}`;
  await openConsole(page, admin.email, '/admin/dashboard?section=news&dialog=news');
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Запазете' }).click();
  await expect(form.getByText('Полето е задължително')).toHaveCount(3);
  await expect(form.getByLabel('Заглавие')).toBeFocused();
  await expectAccessibleInBoth(page);
  await form.getByLabel('Заглавие').fill(title);
  await form.getByLabel('Резюме').fill('Кратко');
  await page.reload();
  await expect(form.getByText(/^Върнахме незаписаното/)).toBeVisible();
  await form.getByLabel('Съдържание').fill('## Здравей **свят**');
  await form.getByText('Преглед', { exact: true }).click();
  await expect(form.getByRole('article').getByRole('heading', { name: 'Здравей свят' })).toBeVisible();
  await form.getByRole('button', { name: 'Запазете' }).click();
  await expect(page.getByText('Новината беше създадена успешно')).toBeVisible();
  await page.getByRole('button', { name: `Редактирайте „${title}“` }).click();
  await form.getByLabel('Заглавие').fill(`${title}, втора`);
  await form.getByRole('button', { name: 'Запазете' }).click();
  await expect(page.getByText('Новината беше обновена успешно')).toBeVisible();
  await page.getByRole('button', { name: `Изтрийте „${title}, втора“` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Изтрийте' }).click();
  await expect(page.getByText('Новината беше изтрита успешно')).toBeVisible();
  await page.getByRole('button', { name: 'Върнете' }).click();
  await expect(page.getByText('Върнато е')).toBeVisible();
  await expect(page.getByRole('table').getByText(`${title}, втора`)).toBeVisible();
});

test('two administrators change the same field of an event: the second chooses, and nothing is lost', async ({
  page,
  browser,
}) => {
  const [first, second] = await Promise.all([newAdmin(), newAdmin()]);
  const title = `Вечер ${Date.now()}`;
  await openConsole(page, first.email, '/admin/dashboard?section=events&dialog=event');
  const form = page.getByRole('dialog');
  await form.getByLabel('Край (София)').fill('2020-01-01T10:00');
  await form.getByRole('button', { name: 'Запазете' }).click();
  await expect(form.getByText('Заглавието е задължително')).toBeVisible();
  await expect(form.getByText('Крайната дата трябва да е след началната дата')).toBeVisible();
  await form.getByLabel('Заглавие').fill(title);
  await form.getByLabel('Описание').fill('Първо');
  await form.getByLabel('Начало (София)').fill('2027-01-01T10:00');
  await form.getByLabel('Край (София)').fill('2027-01-01T12:30');
  await form.getByRole('button', { name: 'Запазете' }).click();
  await expect(page.getByText('Събитието е създадено успешно!')).toBeVisible();
  await page.getByRole('button', { name: `Редактирайте „${title}“` }).click();
  await expect(form.getByLabel('Продължителност, минути')).toHaveValue('150');
  await form.getByLabel('Описание').fill('Мое');

  const context = await browser.newContext({ locale: 'bg-BG', timezoneId: 'Europe/Sofia' });
  const other = await context.newPage();
  await openConsole(other, second.email, '/admin/dashboard?section=events');
  await other.getByRole('button', { name: `Редактирайте „${title}“` }).click();
  await other.getByRole('dialog').getByLabel('Описание').fill('Тяхно');
  await other.getByRole('dialog').getByRole('button', { name: 'Запазете' }).click();
  await expect(other.getByText('Събитието е обновено успешно!')).toBeVisible();
  await context.close();

  await form.getByRole('button', { name: 'Запазете' }).click();
  await expect(form.getByText('Редът се промени, докато пишехте')).toBeVisible();
  await form.getByRole('radio', { name: /Мое/ }).check();
  await expectAccessibleInBoth(page);
  await form.getByRole('button', { name: 'Запишете избраното' }).click();
  await expect(page.getByText('Събитието е обновено успешно!')).toBeVisible();
  const { data } = await serverClient().from('events').select('description').eq('title', title).single();
  expect(data).toEqual({ description: 'Мое' });
});

test('a certificate gets its name by arrow keys and its requirement', async ({ page }) => {
  const admin = await newAdmin();
  const title = `Първи слой ${Date.now()}`;
  await openConsole(page, admin.email, '/admin/dashboard?section=certificates&dialog=certificate');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Запазете' }).click();
  await expect(dialog.getByText('Please enter a certificate title')).toBeVisible();
  await dialog.getByLabel('Заглавие').fill(title);
  await dialog.getByRole('group', { name: /^Платно/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByText('Името е на 51 % отляво и 50 % отгоре.')).toBeVisible();
  await expectAccessibleInBoth(page);
  await dialog.getByRole('button', { name: 'Запазете' }).click();
  await expect(page.getByText('Certificate created successfully')).toBeVisible();
  await page.getByRole('button', { name: `Изисквания за „${title}“` }).click();
  await dialog.getByRole('button', { name: 'Добавете изискване' }).click();
  await expect(dialog.getByText('Please select a test')).toBeVisible();
  await dialog.getByLabel('Тест', { exact: true }).selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Добавете изискване' }).click();
  await expect(page.getByText('Requirement added successfully')).toBeVisible();
});

test('a notification is sent to everybody and to one account', async ({ page }) => {
  const admin = await newAdmin();
  const title = `Здравейте ${Date.now()}`;
  await openConsole(page, admin.email, '/admin/dashboard?section=notifications');
  const send = page.getByRole('button', { name: 'Изпратете', exact: true });
  await send.click();
  await expect(page.getByText('Please fill in both title and message')).toHaveCount(2);
  await page.getByLabel('Заглавие').fill(title);
  await page.getByLabel('Съобщение').fill('Нещо ново');
  await expectAccessibleInBoth(page);
  await send.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Изпратете' }).click();
  await expect(page.getByText('Broadcast notification sent successfully!')).toBeVisible();
  await expect(page.getByRole('table').getByText(title)).toBeVisible();
  await page.getByText('До избрани').click();
  await page.getByLabel('Заглавие').fill(`${title} 2`);
  await page.getByLabel('Съобщение').fill('Само за Вас');
  await send.click();
  await expect(page.getByText('Please select at least one user for targeted notifications')).toBeVisible();
  await page.getByRole('searchbox').fill(admin.email);
  await page.getByRole('button', { name: `Добавете ${admin.email}` }).click();
  await send.click();
  await expect(page.getByText('Targeted notifications sent to 1 users!')).toBeVisible();
});
