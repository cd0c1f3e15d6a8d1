import { expect, test } from './device';
import { newLearner, serverClient } from './learners';
import { expectAccessibleInBoth } from './pages/axe';
import { newAdmin, openConsole } from './pages/console';
import { signIn, waitForWorker } from './pages/shell';

// A learner writes the contact form offline; the console shows it once it is sent, and the learner gets the answer.

test('a message that is written offline arrives later with its log and priority, and is answered by a notification', async ({
  newDevice,
  browser,
}) => {
  const [learner, admin] = await Promise.all([newLearner('premium'), newAdmin()]);
  const device = newDevice();
  const page = await device.start();
  await signIn(page, learner.email);
  await waitForWorker(page);
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Пишете ни' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Пишете ни' })).toBeVisible();
  await device.offline(true);
  await page.getByRole('button', { name: 'Изпратете' }).click();
  const words = page.getByRole('textbox', { name: 'Съобщение' });
  await expect(words).toBeFocused();
  await expect(words).toHaveAccessibleDescription('Попълнете това поле');
  await page.getByLabel('За какво става дума').selectOption('mentor');
  await words.fill('Коя дюза е за PETG?');
  await page.getByRole('checkbox', { name: /^Приложете дневника/ }).check();
  await page.getByText('Вижте какво се прилага').click();
  await expect(page.getByText(/^wire \d+, online false/)).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: 'Изпратете' }).click();
  await expect(page.getByRole('heading', { name: 'Благодарим Ви!' })).toBeFocused();
  await expect(page.getByText(/Съобщението е записано на това устройство/)).toBeVisible();

  await device.offline(false);
  await expect(page.getByText(/Получихме съобщението Ви/)).toBeVisible({ timeout: 60_000 });
  const stored = () =>
    serverClient().from('contact_requests').select('topic, message, priority, log').eq('user_id', learner.id).single();
  expect((await stored()).data).toEqual({
    topic: 'mentor',
    message: 'Коя дюза е за PETG?',
    priority: true,
    log: expect.stringContaining('scopes: '),
  });

  const desk = await (await browser.newContext()).newPage();
  await openConsole(desk, admin.email, '/admin/dashboard?section=users&tab=requests');
  const row = desk.getByRole('row').filter({ hasText: learner.email });
  await expect(row).toContainText('С предимство');
  await row.getByRole('button', { name: /^Отворете/ }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByText('Дневник на синхронизацията').click();
  await expect(dialog.getByText(/^wire \d+, online false/)).toBeVisible();
  await expectAccessibleInBoth(desk);
  await dialog.getByRole('textbox', { name: 'Отговор' }).fill('Закалена, 0,4 мм.');
  await dialog.getByRole('button', { name: 'Изпратете отговора' }).click();
  await expect(desk.getByText('Отговорът е изпратен')).toBeVisible();
  await expect(row).toHaveCount(0);
  await desk.getByText('Отговорени').click();
  await row.getByRole('button', { name: /^Отворете/ }).click();
  await dialog.getByRole('button', { name: 'Изтрийте' }).click();
  await expect(dialog.getByRole('button', { name: 'Изпратете отговора' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Изтрийте' }).click();
  await expect(row).toHaveCount(0);
  expect((await serverClient().from('contact_requests').select('deleted_at').eq('user_id', learner.id)).data).toEqual([
    { deleted_at: expect.any(String) },
  ]);
  await desk.context().close();

  await page.goto('/notifications');
  await expect(page.getByText('Закалена, 0,4 мм.')).toBeVisible({ timeout: 60_000 });
});
