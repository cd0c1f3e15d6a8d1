import { expect, test } from './device';
import { serverClient } from './learners';
import { accessibilityFaultsInBoth } from './pages/axe';
import { newAdmin, openConsole } from './pages/console';

// An error on somebody's device reaches the console once per session, without anything about the person, and does not disturb the page.

test('an error on a device is in the console, with its place in the code, and the device sends no second one', async ({
  page,
  browser,
}) => {
  const name = `e2e${Date.now().toString(36)}`;
  // A service worker would fetch the script below from the server.
  const visit = await browser.newContext({ serviceWorkers: 'block' });
  const visitor = await visit.newPage();
  const sent: string[] = [];
  visitor.on('request', (request) => {
    if (request.url().endsWith('/client-errors') && request.method() === 'POST') sent.push(request.postData() ?? '');
  });
  // A script of our own origin that fails, as a fault in a chunk would.
  await visitor.route('**/assets/broken.js*', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `function openLesson() {\n  null.${name};\n}\nfunction press() {\n  openLesson();\n}\npress();`,
    }),
  );
  const fail = async () => {
    const failed = visitor.waitForEvent('pageerror');
    await visitor.evaluate(() => {
      const src = `/assets/broken.js?${Math.random()}`;
      document.head.append(Object.assign(document.createElement('script'), { src }));
    });
    await failed;
  };
  const stored = async () => {
    const { data } = await serverClient().from('client_errors').select('reports').like('message', `%${name}%`);
    return data;
  };
  /** Only the running app shows it: this screen has no prerendered copy. */
  const title = visitor.getByRole('heading', { level: 1 });

  await visitor.goto('/contact?from=ani@school.test');
  await expect(title).toBeVisible();
  // The error repeats until the server has its report; the device still sends only one.
  await expect
    .poll(async () => {
      await fail();
      return stored();
    })
    .toEqual([{ reports: 1 }]);
  await expect(title).toBeVisible();
  await visitor.reload();
  await expect(title).toBeVisible();
  await fail();
  await fail();
  expect(await stored()).toEqual([{ reports: 1 }]);
  await visit.close();
  expect(sent).toHaveLength(1);
  expect(sent[0]).not.toContain('ani@');

  const admin = await newAdmin();
  await openConsole(page, admin.email, '/admin/dashboard?section=settings&tab=errors');
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText('/contact');
  await expect(row.getByText('press assets/broken.js:5:3')).toBeHidden();
  await row.getByText('openLesson assets/broken.js:2:8').click();
  await expect(row.getByText('press assets/broken.js:5:3')).toBeVisible();
  expect(await accessibilityFaultsInBoth(page)).toEqual([]);
});
