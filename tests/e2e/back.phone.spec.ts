import { expect, test } from './device';
import { newLearner } from './learners';
import { bell, signIn, waitUntilSynced } from './pages/shell';

const course = 'c0000000-0000-4000-8000-000000000001';
const first = `/video/d0000000-0000-4000-8000-000000000001/${course}`;

test('Back closes the drawer, the panel or the dialog on top, and then leaves the lesson', async ({ page }) => {
  const learner = await newLearner('pro');
  await signIn(page, learner.email);
  await waitUntilSynced(page);
  await page.goto(`/course/${course}`);
  await page.locator(`a[href^="${first}"]`).first().click();
  await page.waitForURL(`**${first}*`);
  const list = page.getByRole('button', { name: 'Уроци в курса' });
  const drawer = page.getByRole('dialog', { name: 'Уроци в курса' });
  const here = () => new URL(page.url()).pathname;

  await list.click();
  await expect(drawer).toBeVisible();
  await page.waitForFunction(() => history.state?.layer);
  await page.goBack();
  await expect(drawer).toBeHidden();
  expect(here()).toBe(first);

  // Closed by its button, the drawer leaves nothing that Back would have to undo.
  await list.click();
  await page.waitForFunction(() => history.state?.layer);
  await drawer.getByRole('button').first().click();
  await expect(drawer).toBeHidden();

  await bell(page).click();
  const panel = page.getByRole('heading', { name: 'Известия' });
  await expect(panel).toBeVisible();
  await page.waitForTimeout(300);
  await page.goBack();
  await expect(panel).toBeHidden();
  expect(here()).toBe(first);

  const keys = page.getByRole('dialog', { name: 'Клавиши' });
  await page.keyboard.press('?');
  await expect(keys).toBeVisible();
  await page.waitForFunction(() => history.state?.layer);
  await page.goBack();
  await expect(keys).toBeHidden();
  expect(here()).toBe(first);

  // A lesson that is chosen in the drawer opens, and one Back returns.
  await list.click();
  await page.waitForFunction(() => history.state?.layer);
  await drawer.getByRole('link').nth(1).click();
  await expect.poll(here).not.toBe(first);
  await expect(drawer).toBeHidden();
  await page.goBack();
  await expect.poll(here).toBe(first);
  await page.goBack();
  await page.waitForURL(`**/course/${course}`);
});
