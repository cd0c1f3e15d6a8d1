import type { Page } from '@playwright/test';
import { expect, test } from './device';
import { newLearner, serverClient } from './learners';
import { searchBox, signIn, waitForWorker, waitUntilSynced } from './pages/shell';

// Attacks stored in rows that learners see must show as text and run nothing, online and from the mirror after a kill.

const attacks = [
  '<script>window.taken=1</script>',
  '<img src=x onerror="window.taken=1">',
  '<svg onload=window.taken=1>',
  '"><iframe srcdoc="<script>parent.taken=1</script>"></iframe>',
  '<a href="javascript:window.taken=1">тук</a>',
  '[тук](javascript:window.taken=1)',
  '<math><mi xlink:href="javascript:window.taken=1">',
  '{{constructor.constructor("window.taken=1")()}}',
] as const;
const text = attacks.join(' ');

async function insert(table: string, row: Record<string, unknown>): Promise<string> {
  const { data } = await serverClient().from(table).insert(row).select('id').single().throwOnError();
  return (data as { id: string }).id;
}

/** Elements that only an attack could have created, and links that it could have left behind. */
const planted = (page: Page) =>
  page.evaluate(() => {
    const found = document.querySelectorAll(
      'body script, iframe, math, img[src="x"], svg[onload], [onerror], [href^="javascript:" i]',
    );
    const own = [...found].filter((element) => !(element instanceof HTMLScriptElement && (element.src || element.id)));
    const isTaken = 'taken' in window;
    return { isTaken, own: own.map(({ outerHTML }) => outerHTML).filter((html) => html.includes('taken')) };
  });

test('stored attacks in news, events, notifications and certificates show as text, online and offline', async ({
  newDevice,
}) => {
  const learner = await newLearner('premium');
  const [mark, at] = [`xss${Date.now()}`, new Date(Date.now() + 8 * 86_400_000)];
  const title = (kind: string) => `${mark} ${kind} ${attacks[1]}`;
  await insert('news', {
    ...{ title: title('новина'), summary: text, content: `${text}\n\n# ${text}\n\n> ${text}`, slug: mark },
    // Give this row an old date, so that it does not appear on the home screens of other tests.
    ...{ category: 'general', status: 'published', created_at: '2025-01-02T10:00:00Z' },
  });
  await insert('events', {
    ...{ title: title('събитие'), description: text, location: attacks[0], duration_minutes: 60, type: 'webinar' },
    ...{ start_date: at.toISOString(), end_date: new Date(at.getTime() + 3_600_000).toISOString(), status: 'active' },
  });
  await insert('notifications', { user_id: learner.id, title: title('известие'), message: text, type: 'info' });
  const certificate = await insert('certificates', { title: title('сертификат'), description: text });

  const device = newDevice();
  let page = await device.start();
  const dialogs: string[] = [];
  device.context.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const look = async (screens: [path: string, kind: string][]) => {
    for (const [path, kind] of screens) {
      await page.goto(path);
      const main = page.getByRole('main');
      await expect(main, path).toContainText(title(kind));
      for (const attack of attacks.slice(0, 5)) await expect(main, path).toContainText(attack);
      expect(await planted(page), path).toEqual({ isTaken: false, own: [] });
    }
    await page.goto('/dashboard');
    await searchBox(page).fill(mark);
    await expect(page.getByText(title('новина'))).toBeVisible();
    await expect(page.getByText(title('събитие'))).toBeVisible();
    expect(await planted(page), 'search').toEqual({ isTaken: false, own: [] });
  };
  const screens: [string, string][] = [
    [`/news/${mark}`, 'новина'],
    ['/dashboard?section=events', 'събитие'],
    ['/notifications', 'известие'],
    ['/dashboard?section=certificates', 'сертификат'],
  ];
  try {
    await signIn(page, learner.email);
    await waitForWorker(page);
    await waitUntilSynced(page);
    await look(screens);
    await device.kill();
    page = await device.start({ offline: true });
    await look(screens);
    expect(dialogs).toEqual([]);
  } finally {
    const removed = { deleted_at: new Date().toISOString() };
    await serverClient().from('certificates').update(removed).eq('id', certificate).throwOnError();
  }
});
