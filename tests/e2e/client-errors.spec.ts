import { expect, test } from './device';
import { accessibilityFaultsInBoth } from './pages/axe';
import { newAdmin, openConsole } from './pages/console';

// An error on somebody's device reaches the console once per session, without anything about the person, and does not disturb the page.

const NAME = `e2e${Date.now().toString(36)}`;

test('an error on a device is in the console, with its place in the code, and the device sends no second one', async ({
  page,
  browser,
}) => {
  const visit = await browser.newContext();
  const visitor = await visit.newPage();
  const reports: string[] = [];
  visitor.on('request', (request) => {
    if (request.url().endsWith('/client-errors') && request.method() === 'POST') reports.push(request.postData() ?? '');
  });
  // A script of our own origin that fails, as a fault in a chunk would.
  await visitor.route('**/assets/broken.js*', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `function openLesson() {\n  null.${NAME};\n}\nfunction press() {\n  openLesson();\n}\npress();`,
    }),
  );
  await visitor.goto('/pricing?from=ani@school.test');
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
  const run = () =>
    visitor.evaluate(() => {
      const src = `/assets/broken.js?${Math.random()}`;
      document.head.append(Object.assign(document.createElement('script'), { src }));
    });
  const answer = visitor.waitForResponse(
    (response) => response.url().endsWith('/client-errors') && response.status() === 204,
  );
  await run();
  await answer;
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
  const failed = visitor.waitForEvent('pageerror');
  await run();
  await failed;
  await visit.close();
  expect(reports).toHaveLength(1);
  expect(reports[0]).not.toContain('ani@');

  const admin = await newAdmin();
  await openConsole(page, admin.email, '/admin/dashboard?section=settings&tab=errors');
  const row = page.getByRole('row', { name: new RegExp(NAME) });
  await expect(row).toContainText('/pricing');
  await expect(row.getByText('press assets/broken.js:5:3')).toBeHidden();
  await row.getByText('openLesson assets/broken.js:2:8').click();
  await expect(row.getByText('press assets/broken.js:5:3')).toBeVisible();
  expect(await accessibilityFaultsInBoth(page)).toEqual([]);
});
