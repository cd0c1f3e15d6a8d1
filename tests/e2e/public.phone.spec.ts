import { expect, test } from './device';
import { newLearner, serverClient } from './learners';
import { expectAccessible } from './pages/axe';
import { signIn, waitForWorker } from './pages/shell';

// A visitor without an account can read the legal texts, and sign up for the launch and request a demo even without a network.

test('the legal texts open in English, switch to Bulgarian, expand and name only the 24 hours', async ({ page }) => {
  await page.goto('/refund_mobile');
  await expect(page.getByRole('heading', { level: 1, name: 'Refund Policy' })).toBeVisible();
  await expect(page.getByText('Important').first()).toBeVisible();
  await expect(page.getByText('Last updated: 16 June 2025')).toBeVisible();
  await expect(page.getByText('1–2 business days')).toBeHidden();
  await page.getByRole('heading', { name: 'How long it takes' }).click();
  await expect(page.getByText('1–2 business days')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('radio', { name: 'English' }).press('ArrowRight');
  await expect(page.getByRole('heading', { level: 1, name: 'Политика за възстановяване на суми' })).toBeVisible();
  await page.getByRole('button', { name: 'Отворете всички раздели' }).click();
  await expect(page.getByText('Искания, изпратени повече от 24 часа след плащането.')).toBeVisible();
  await expect(page.locator('main')).not.toContainText('14');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Общи условия' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible();
});

const stored = async (table: 'store_launch_notifications' | 'demo_requests', columns: string, email: string) => {
  const { data, error } = await serverClient().from(table).select(columns).eq('email', email);
  if (error) throw new Error(error.message);
  return data;
};

test('a visitor’s offline sign-up for the launch is sent once at a later start', async ({ newDevice }) => {
  const email = `launch-${Date.now()}@example.com`;
  const device = newDevice();
  let page = await device.start();
  const signUp = async () => {
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('button', { name: 'Notify me' }).click();
  };
  await page.goto('/store');
  await waitForWorker(page);
  await expect(page.getByRole('heading', { name: 'Our Store is Coming Soon' })).toBeVisible();
  await page.getByLabel('Email address').fill('ana');
  await page.getByRole('button', { name: 'Notify me' }).click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await device.offline(true);
  await signUp();
  // Only the server adds an address to the list, so until it answers, the form says only that the device has stored the address.
  await expect(page.locator('main').getByText('Your email is saved on this device.')).toBeVisible();
  await expect(page.locator('main').getByText("Thank you! You're on the list.")).toHaveCount(0);

  await device.kill();
  page = await device.start();
  await page.goto('/checkout');
  await expect(page.getByText('Available Summer 2024')).toBeVisible();
  const expected = [{ email, source: 'store_page' }];
  await expect
    .poll(() => stored('store_launch_notifications', 'email, source', email), { timeout: 60_000 })
    .toEqual(expected);
  await signUp();
  await expect(
    page.locator('main').getByText("You've already signed up today. We appreciate your enthusiasm!"),
  ).toBeVisible();
  expect(await stored('store_launch_notifications', 'email, source', email)).toEqual(expected);

  await test.step('the cart keeps its products until the next visit', async () => {
    await page.goto('/store/product/90000000-0000-4000-8000-000000000001');
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await expect(page.getByText('Добавено в кошницата')).toBeVisible();
    await expect(page.getByText('PLA филамент, графит, 1 кг беше добавен във вашата кошница')).toBeVisible();
    await page.goto('/cart');
    await expect(page.getByRole('listitem').filter({ hasText: 'PLA филамент, графит, 1 кг' })).toContainText('€21.90');
  });
});

test('a demo request is validated and confirmed, and reaches the administrators without the name of a later signed-in account', async ({
  page,
  context,
}) => {
  const email = `demo-${Date.now()}@example.com`;
  const learner = await newLearner('free');
  // Block the request, so that the submitted form is still pending on the device when somebody signs in there.
  await context.route('**/rpc/send_forms', (route) => route.abort());
  await page.goto('/demo');
  await page.getByRole('button', { name: 'Request demo' }).click();
  await expect(page.getByText('This field is required')).toHaveCount(3);
  await expect(page.getByLabel('First name')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('Ana');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Petrova');
  await page.getByLabel('Work email').fill(email);
  await page.getByLabel('What are you interested in?').selectOption('analytics');
  await page.getByRole('button', { name: 'Request demo' }).click();
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled();
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeFocused();
  await signIn(page, learner.email);
  expect(await stored('demo_requests', 'email', email)).toEqual([]);
  await context.unroute('**/rpc/send_forms');
  // The backoff has grown by now; the returning network resets it.
  await context.setOffline(true);
  await context.setOffline(false);
  await expect
    .poll(() => stored('demo_requests', 'first_name, last_name, interest, phone, user_id', email), { timeout: 60_000 })
    .toEqual([{ first_name: 'Ana', last_name: 'Petrova', interest: 'analytics', phone: null, user_id: null }]);
});
