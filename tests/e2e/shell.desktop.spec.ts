import { localDate } from '@/shared/local-date';
import { desktop, expect, test } from './device';
import { type Learner, newLearner, serverClient } from './learners';
import { expectAccessibleInBoth } from './pages/axe';
import { account, bell, flame, searchBox, signIn, waitForWorker, waitUntilSynced, whenHeard } from './pages/shell';

const DAY_MS = 86_400_000;

async function notify({ id }: Learner, messages: { title: string; link?: string }[]) {
  const rows = messages.map(({ title, link = null }) => ({
    user_id: id,
    title,
    message: 'Съобщение от академията.',
    type: 'info',
    link,
  }));
  const { error } = await serverClient().from('notifications').insert(rows);
  if (error) throw new Error(error.message);
}

test('notifications arrive in the open app, open their target, and are read on every device', async ({
  page,
  newDevice,
}) => {
  test.setTimeout(300_000);
  const learner = await newLearner('pro');
  const other = newDevice(desktop);
  const second = await other.start();
  await signIn(page, learner.email);
  await signIn(second, learner.email);
  await waitUntilSynced(page);
  await bell(page).click();
  await expect(page.getByText('No notifications')).toBeVisible();

  await notify(learner, [{ title: 'Нов курс', link: '/course/c0000000-0000-4000-8000-000000000001' }]);
  await expect(bell(page)).toHaveAccessibleName('Известия: 1 непрочетено', whenHeard);
  await notify(learner, [{ title: 'Поддръжка довечера' }]);
  await expect(bell(page)).toHaveAccessibleName('Известия: 2 непрочетени', whenHeard);
  const items = page.getByRole('region', { name: 'Известия' }).getByRole('listitem');
  await expect(items).toContainText(['Поддръжка довечера', 'Нов курс']);
  await expect(items.first()).toContainText('Just now');
  await expectAccessibleInBoth(page);

  // By keyboard, the first item below the bell is "mark all", followed by the messages.
  await bell(page).focus();
  for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/course/c0000000-0000-4000-8000-000000000001');
  await expect(bell(page)).toHaveAccessibleName('Известия: 1 непрочетено');
  await expect(bell(second)).toHaveAccessibleName('Известия: 1 непрочетено', whenHeard);

  await bell(page).click();
  await page.getByRole('button', { name: 'Отбележи всички като прочетени' }).click();
  await expect(bell(page)).toHaveAccessibleName('Известия');
  await page.keyboard.press('Escape');
  await expect(bell(page)).toBeFocused();
  await expect(bell(second)).toHaveAccessibleName('Известия', whenHeard);
  await bell(second).click();
  await second.getByRole('link', { name: 'Всички известия' }).click();
  await second.waitForURL('**/notifications');
});

test('the flame shows the streak, one dropdown is open at a time, and the links of the account menu work', async ({
  page,
  context,
}) => {
  const learner = await newLearner('pro', 'paid');
  const days = [0, 1, 2, 4, 5, 6, 7].map((ago) => Date.now() - ago * DAY_MS);
  const docs = days.map((at) => ({
    id: `day/${localDate(at)}`,
    kind: 'day',
    at,
    active_on: localDate(at),
    rev: 0,
    data: {},
  }));
  const { error } = await learner.api.rpc('sync_push', { p_docs: docs });
  expect(error).toBeNull();
  await signIn(page, learner.email);
  await waitForWorker(page);
  await expect(flame(page)).toHaveAccessibleName('Серия: 3 дни поред', { timeout: 30_000 });
  await flame(page).click();
  const panel = page.getByRole('region', { name: 'Вашата серия' });
  await expect(panel).toContainText('Три дни поред');
  await expect(panel.getByText('Най-дълга серия').locator('..')).toContainText('4 дни');
  const week = panel.getByRole('list', { name: 'Последните 7 дни' }).getByRole('listitem');
  await expect(week).toHaveCount(7);
  await expect(week.last()).toContainText(/Днес, .*: активен/);
  await expect(week.nth(3)).toContainText('без активност');
  await expectAccessibleInBoth(page);

  await bell(page).click();
  await expect(panel).toBeHidden();
  await account(page).click();
  await expect(page.getByRole('region', { name: 'Известия' })).toBeHidden();
  const portal = page.getByRole('button', { name: 'Управление на абонамента' });
  await expectAccessibleInBoth(page);
  await context.setOffline(true);
  await portal.click();
  await expect(page.getByText('Няма мрежа', { exact: true })).toBeVisible();
  await context.setOffline(false);

  await page.goto('/course/c0000000-0000-4000-8000-000000000001');
  await flame(page).click();
  await page.getByRole('link', { name: 'Активност' }).click();
  await expect(page).toHaveURL(/\/dashboard\?section=activity$/);
  await expect(page.getByRole('banner').getByText('Активност')).toBeVisible();
});

test('courses and lessons are found by keyboard without a network', async ({ page, context }) => {
  const { email } = await newLearner('premium');
  await signIn(page, email);
  await waitForWorker(page);
  await waitUntilSynced(page);
  await context.setOffline(true);
  await page.reload();
  const field = searchBox(page);
  const list = page.getByRole('listbox', { name: 'Резултати' });
  await field.fill('osnovi');
  await expect(page.getByText(/^Found \d+ results for "osnovi"$/)).toBeVisible();
  await expect(list.getByRole('option').first()).toContainText('Основи на 3D печата');
  await expect(list.getByRole('option').first()).toContainText('точно · 100%');
  await expectAccessibleInBoth(page);
  await field.press('ArrowDown');
  await expect(list.getByRole('option', { selected: true })).toContainText('Основи на 3D печата');
  await field.press('Enter');
  await expect(page).toHaveURL(/section=courses&course=c0000000-0000-4000-8000-000000000001$/);
  await expect(page.getByRole('button', { name: 'Моите курсове' })).toHaveAttribute('aria-current', 'page');
  await expect(field).toHaveValue('');

  await field.fill('щшжю');
  await expect(page.getByText('No results found')).toBeVisible();
  await field.press('Escape');
  await expect(page.getByText('No results found')).toBeHidden();
  await expect(field).toHaveValue('щшжю');
  await field.fill('температора');
  await expect(
    page.getByRole('group', { name: 'Did you mean?' }).getByRole('option', { name: 'температура' }),
  ).toBeVisible();
  await page.getByRole('main').click({ position: { x: 5, y: 5 } });
  await expect(list).toBeHidden();
  await field.click();
  await page.getByRole('option', { name: 'температура', exact: true }).click();
  await expect(page.getByText(/^Found \d+ results for "температура"$/)).toBeVisible();
  await expect(list.getByRole('option').first()).toContainText('Температура и ретракция');
  await field.press('Enter');
  await page.waitForURL(/\/video\/d0000000-0000-4000-8000-000000000006\//);
});

test('the search finds a caption and opens its position, also if the search worker does not start', async ({
  page,
  context,
}) => {
  const { email } = await newLearner('premium');
  await signIn(page, email);
  await waitForWorker(page);
  await waitUntilSynced(page);
  const list = page.getByRole('listbox', { name: 'Резултати' });
  const line = list.getByRole('group', { name: 'Казано в уроците' }).getByRole('option', { name: /Почистете плота/ });
  await searchBox(page).fill('спирта');
  await expect(line).toContainText('0:03');
  await expectAccessibleInBoth(page);

  await context.setOffline(true);
  await page.addInitScript(() => {
    window.Worker = class extends EventTarget implements Worker {
      onerror = null;
      onmessage = null;
      onmessageerror = null;
      constructor() {
        super();
        setTimeout(() => this.dispatchEvent(new Event('error')));
      }
      postMessage() {}
      terminate() {}
    };
  });
  await page.reload();
  await searchBox(page).fill('спирта');
  await line.click();
  await page.waitForURL(/\/video\/d0000000-0000-4000-8000-000000000003\/.*\?t=3/);

  await page.goto('/offline-dashboard');
  await searchBox(page).fill('подпората');
  await expect(list.getByRole('option').first()).toContainText('Подпори и ориентация');
  await expect(list.getByRole('group', { name: 'Събития' }).getByRole('option')).toContainText(
    'Вечер за въпроси: подпори',
  );
  await list.getByRole('group', { name: 'Събития' }).getByRole('option').click();
  await expect(page).toHaveURL(/section=events&event=/);
  await expect(page.getByRole('searchbox', { name: 'Търсене в събитията' })).toHaveValue('Вечер за въпроси: подпори');
});
