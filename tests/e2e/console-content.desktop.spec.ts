import { expect, test } from './device';
import { newLearner, serverClient } from './learners';
import { expectAccessibleInBoth } from './pages/axe';
import { newAdmin, openConsole } from './pages/console';

// The console's forms for news, events, certificates and notifications keep drafts, use the trash, and show a conflict between two administrators.

test('a typed news item survives a reload, and is saved, edited, deleted and restored', async ({ page }) => {
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

test('two administrators change the same field of an event: the second one chooses, and nothing is lost', async ({
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
  // The clock goes from 03:00 to 04:00 on this night.
  await form.getByLabel('Начало (София)').fill('2027-03-28T03:30');
  await form.getByLabel('Край (София)').fill('2027-03-28T04:00');
  await form.getByRole('button', { name: 'Запазете' }).click();
  await expect(form.getByText(/^Този час не съществува/)).toHaveCount(1);
  await expect(form.getByText('Крайната дата трябва да е след началната дата')).toHaveCount(0);
  await expect(form.getByLabel('Начало (София)')).toBeFocused();
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

test('the name of a certificate is placed by arrow keys, and it gets a requirement', async ({ page }) => {
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
  // The message is inside the open dialog, so that the pointer can reach it, and stays visible after the dialog closes.
  await dialog.getByText('Requirement added successfully').hover();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
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

test('the plan dialog keeps its choice over a reload and shows another administrator’s grant', async ({ page }) => {
  const [first, second, learner] = await Promise.all([newAdmin(), newAdmin(), newLearner('free')]);
  await openConsole(page, first.email, `/admin/dashboard?section=users&q=${learner.email}`);
  await page.getByRole('button', { name: `Абонамент на ${learner.email}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: /^Premium/ }).check();
  await dialog.getByLabel('До дата').fill('2090-05-01');
  await page.reload();
  await expect(dialog.getByText(/^Върнахме незаписаното/)).toBeVisible();
  await expect(dialog.getByLabel('До дата')).toHaveValue('2090-05-01');
  const granted = await second.api.rpc('grant_plan', { p_user: learner.id, p_plan: 'premium', p_until: '2091-06-01' });
  expect(granted.error).toBeNull();
  await dialog.getByRole('button', { name: 'Запазете' }).click();
  await expect(dialog.getByText('Редът се промени, докато пишехте')).toBeVisible();
  await expect(dialog.getByRole('radio', { name: /На другия: 01\.06\.2091/ })).toBeVisible();
  await expectAccessibleInBoth(page);
  await dialog.getByRole('button', { name: 'Запишете избраното' }).click();
  await expect(page.getByText(`User ${learner.email} updated successfully!`)).toBeVisible();
  const { data } = await serverClient()
    .from('user_subscriptions')
    .select('granted_until')
    .eq('email', learner.email)
    .single();
  expect(data?.granted_until).toMatch(/^2090-05-01/);
});

test('a picture loses its camera metadata and gets a new name', async ({ page, request }) => {
  const admin = await newAdmin();
  await openConsole(page, admin.email, '/admin/dashboard?section=news&dialog=news');
  const jpeg = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 64;
    canvas.height = 36;
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
  });
  const plain = Buffer.from(jpeg, 'base64');
  const exif = Buffer.from('Exif\0\0GPS 42.69,23.32 of the workshop', 'latin1');
  const size = Buffer.alloc(2);
  size.writeUInt16BE(exif.length + 2);
  const photo = Buffer.concat([plain.subarray(0, 2), Buffer.from([0xff, 0xe1]), size, exif, plain.subarray(2)]);
  const form = page.getByRole('dialog');
  const upload = () =>
    form.locator('input[type=file]').setInputFiles({ name: 'снимка.jpg', mimeType: 'image/jpeg', buffer: photo });
  await upload();
  const picture = form.locator('img');
  await expect(picture).toHaveAttribute('src', /\/object\/public\/images\/news\/\d{13}_[0-9a-f]{8}\.jpg$/);
  const first = (await picture.getAttribute('src')) ?? '';
  const stored = await request.get(first);
  expect(stored.headers()['cache-control']).toContain('max-age=3600');
  const bytes = await stored.body();
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  expect(bytes.includes('Exif')).toBe(false);
  expect(bytes.includes('GPS')).toBe(false);
  await upload();
  await expect(picture).not.toHaveAttribute('src', first);
});

test('a transparent picture gets a white ground, and an iPhone’s photo a sentence', async ({ page }) => {
  const admin = await newAdmin();
  await openConsole(page, admin.email, '/admin/dashboard?section=news&dialog=news');
  const form = page.getByRole('dialog');
  const input = form.locator('input[type=file]');
  await input.setInputFiles('tests/fixtures/pictures/picture-alpha.webp');
  const picture = form.locator('img');
  await expect(picture).toHaveAttribute('src', /\.jpg$/);
  const corner = await picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0, 1, 1, 0, 0, 1, 1);
    return [...(context?.getImageData(0, 0, 1, 1).data ?? [])];
  });
  expect(Math.min(...corner)).toBeGreaterThan(245);
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(64)]);
  await input.setInputFiles({ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: heic });
  await expect(form.getByText('този браузър не отваря HEIC; запишете снимката като JPEG')).toBeVisible();
});

test('a certificate is found by its serial and revoked with a reason', async ({ page }) => {
  const [admin, learner] = await Promise.all([newAdmin(), newLearner('pro')]);
  const server = serverClient();
  const definition = await server.from('certificates').select('id, title').limit(1).single();
  const serial = `${Date.now()}000`.replace(/^(\d{4})(\d{4})(\d{4})(\d{4})$/, '$1-$2-$3-$4');
  const issued = await server.from('issued_certificates').insert({
    serial,
    user_id: learner.id,
    certificate_id: definition.data?.id,
    name: 'Рая Донева',
    title: definition.data?.title,
    issued_at: new Date().toISOString(),
  });
  expect(issued.error).toBeNull();
  await openConsole(page, admin.email, '/admin/dashboard?section=certificates&tab=issued');
  await page.getByRole('searchbox').fill(serial);
  await expect(page.getByRole('row')).toHaveCount(2);
  const begun = Date.now();
  await page.getByRole('button', { name: `Отнемете ${serial}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Отнемете' }).click();
  await expect(dialog.getByText('Въведете причина')).toBeVisible();
  await dialog.getByLabel('Причина').fill('Чуждо име');
  await dialog.getByRole('button', { name: 'Отнемете' }).click();
  await expect(page.getByRole('table').getByText('Чуждо име')).toBeVisible();
  expect(Date.now() - begun).toBeLessThan(10_000);
  const { data } = await server.from('issued_certificates').select('reason').eq('serial', serial).single();
  expect(data).toEqual({ reason: 'Чуждо име' });
});

test('a super administrator moderates a comment, restores it, ends a grant, promotes an administrator and reads the audit log', async ({
  page,
}) => {
  const [admin, author, reporter] = await Promise.all([newAdmin(true), newLearner('pro'), newLearner('pro')]);
  const server = serverClient();
  const content = `Докладван коментар ${Date.now()}`;
  const lesson = await server.from('videos').select('id').eq('status', 'published').limit(1).single().throwOnError();
  const comment = await server
    .from('video_comments')
    .insert({ video_id: lesson.data.id, user_id: author.id, content })
    .select('id')
    .single()
    .throwOnError();
  await server
    .from('comment_reports')
    .insert({ comment_id: comment.data.id, user_id: reporter.id, reason: 'Обида' })
    .throwOnError();

  await openConsole(page, admin.email, '/admin/dashboard?section=users&tab=moderation');
  const reported = page.getByRole('listitem').filter({ hasText: content });
  await expect(reported.getByText('Обида')).toBeVisible();
  await reported.getByRole('button', { name: 'Блокирайте автора' }).click();
  await expect(page.getByRole('dialog', { name: 'Блокиране на автора' })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Escape');
  await reported.getByRole('button', { name: 'Премахнете' }).click();
  await expect(page.getByText('Коментарът е премахнат')).toBeVisible();
  await expect(reported).toHaveCount(0);

  await page.goto('/admin/dashboard?section=settings&tab=trash');
  await page.getByRole('button', { name: `Върнете „${content}“` }).click();
  await expect(page.getByRole('table', { name: 'Кошче' }).getByText(content)).toHaveCount(0);

  // The list shows the newest accounts first, so create this account just before the list is opened.
  const holder = await newLearner('premium');
  await server.from('user_subscriptions').update({ granted_plan: 'premium' }).eq('user_id', holder.id).throwOnError();
  await page.goto('/admin/dashboard?section=notifications&tab=subscriptions&filter=granted');
  await page.getByRole('button', { name: `Прекратете: ${holder.email}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Прекратете' }).click();
  await expect(page.getByRole('button', { name: `Прекратете: ${holder.email}` })).toHaveCount(0);

  await page.goto('/admin/dashboard?section=settings&tab=admins');
  await page.getByLabel('Имейл на администратора').fill(author.email);
  await page.getByRole('button', { name: 'Добавете администратор' }).click();
  await page.getByRole('button', { name: `Направете Super Admin: ${author.email}` }).click();
  await expect(page.getByRole('button', { name: `Направете Admin: ${author.email}` })).toBeVisible();
  await page.getByRole('button', { name: `Махнете: ${author.email}` }).click();
  await expectAccessibleInBoth(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Махнете' }).click();
  await expect(page.getByRole('button', { name: `Махнете: ${author.email}` })).toHaveCount(0);

  await page.goto(`/admin/dashboard?section=settings&tab=audit&q=${encodeURIComponent(admin.email)}`);
  const log = page.getByRole('table', { name: 'Одит' });
  for (const action of ['В кошчето', 'Връщане', 'Създаване', 'Промяна', 'Изтриване'])
    await expect(log.getByText(action, { exact: true }).first()).toBeVisible();
  await expectAccessibleInBoth(page);
});
