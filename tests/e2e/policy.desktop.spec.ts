import type { Page } from '@playwright/test';
import { expect, test } from './device';
import { waitForWorker } from './pages/shell';

// The content security policy of the pages: no text becomes a script or live markup, and nothing connects where the app has no business.

test.use({ provokes: /^(require-trusted-types-for|trusted-types|connect-src|form-action) / });

/** Errors of what a foreign script would try first; „done“ where the browser let it. */
const attempts = (page: Page) =>
  page.evaluate(() => {
    const tried = (act: () => unknown) => {
      try {
        act();
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    };
    const script = document.createElement('script');
    const text = document.createElement('p');
    return {
      markup: tried(() => Object.assign(text, { innerHTML: '<img src=x>' })),
      frame: tried(() => Object.assign(document.createElement('iframe'), { srcdoc: '<p></p>' })),
      script: tried(() => Object.assign(script, { text: '1' })),
      foreignScript: tried(() => Object.assign(script, { src: 'https://evil.test/x.js' })),
      uploadedScript: tried(() => Object.assign(script, { src: '/storage/v1/object/public/images/x.js' })),
      foreignWorker: tried(() => new Worker('https://evil.test/x.js')),
      blobWorker: tried(() => new Worker(URL.createObjectURL(new Blob(['1'])))),
      policy: tried(() => Reflect.get(window, 'trustedTypes').createPolicy('another', {})),
      // The app itself needs these two: Markdown decodes characters by name, the import of questions reads HTML as text.
      character: tried(() => Object.assign(text, { innerHTML: '&mdash;' })),
      inertDocument: tried(() => new DOMParser().parseFromString('<p>HTML</p>', 'text/html')),
    };
  });
const expected = {
  ...{ markup: 'TypeError', frame: 'TypeError', script: 'TypeError', policy: 'TypeError' },
  ...{ foreignScript: 'TypeError', uploadedScript: 'TypeError', foreignWorker: 'TypeError', blobWorker: 'TypeError' },
  ...{ character: 'done', inertDocument: 'done' },
};

test('a page refuses markup, scripts and workers that the build does not contain, online and from the cache', async ({
  page,
  context,
}) => {
  await page.goto('/contact');
  await waitForWorker(page);
  expect(await attempts(page)).toEqual(expected);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await attempts(page)).toEqual(expected);
});

test('a page opens no socket to another host and sends no form to another site', async ({ page }) => {
  await page.goto('/contact');
  const blocked = await page.evaluate(async () => {
    const violation = () =>
      new Promise<string>((done) => {
        addEventListener('securitypolicyviolation', (event) => done(event.effectiveDirective), { once: true });
      });
    const socket = violation();
    new WebSocket('wss://evil.test').close();
    const first = await socket;
    const form = Object.assign(document.createElement('form'), { method: 'post', action: 'https://evil.test' });
    document.body.append(form);
    const submission = violation();
    form.submit();
    return [first, await submission];
  });
  expect(blocked).toEqual(['connect-src', 'form-action']);
});
