import type { Locator, Page } from '@playwright/test';
import { expect, test } from './device';
import { newLearner, serverClient } from './learners';
import { comment, openComments } from './pages/discussion';
import { signIn, waitUntilSynced, whenHeard } from './pages/shell';
import { withTemporaryCourse } from './temporary-course';

// A lesson with hundreds of comments: only the comments near the visible ones are in the document.

test.describe.configure({ timeout: 300_000 });

const SEED_LESSON = 'd0000000-0000-4000-8000-000000000001';
const COMMENTS = 600;
/** More than the rows that the list renders on a high screen, and much less than all comments. */
const FEW = 80;
const AT_ONCE = 200;

const list = (page: Page) => page.getByRole('region', { name: 'Списък с коментари' });
const rows = (page: Page) => list(page).locator('[data-row]');
const scrollTo = (page: Page, top: number) => list(page).evaluate((box, y) => box.scrollTo(0, y), top);
const topOf = (row: Locator) => row.evaluate((element) => element.getBoundingClientRect().top);

/** Inserts comments from another device. They are numbered from `from`, which is the newest; every fifth comment is long. */
async function insertComments(videoId: string, author: string, from: number, count: number) {
  for (let done = 0; done < count; done += AT_ONCE) {
    const { error } = await serverClient()
      .from('video_comments')
      .insert(
        Array.from({ length: Math.min(AT_ONCE, count - done) }, (_, index) => from + done + index).map((n) => ({
          video_id: videoId,
          user_id: author,
          content: `№ ${n}. ${'Дюзата е ниско, плотът е чист. '.repeat(n % 5 === 0 ? 12 : 1)}`,
          created_at: new Date(Date.now() - (n + 1) * 60_000).toISOString(),
        })),
      );
    expect(error).toBeNull();
  }
}

/** Scrolls down until the oldest comment is visible. */
const scrollToEnd = (page: Page) =>
  expect(async () => {
    await scrollTo(page, 1e9);
    await expect(comment(page, `№ ${COMMENTS}.`)).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });

test('hundreds of comments: few are in the document, and scrolling loses no text, no focus and no place', async ({
  page,
}) => {
  const [mine, theirs] = [await newLearner('pro'), await newLearner('pro')];
  // Comments are disabled in a lesson without a video, so the lesson has the video of a seed lesson.
  const seed = await serverClient().from('videos').select('video_url').eq('id', SEED_LESSON).single();
  const lesson = { title: 'Дълъг разговор', video_url: seed.data?.video_url };
  await withTemporaryCourse({ plan: 'basic', lesson }, async ({ courseId, videoId }) => {
    await insertComments(videoId, theirs.id, 1, COMMENTS);
    await signIn(page, mine.email);
    await waitUntilSynced(page);
    await page.goto(`/video/${videoId}/${courseId}`);
    await openComments(page);
    const draft = page.getByLabel('Отговор на Мария Илиева');

    await test.step('an open reply keeps its text and its focus while the reader scrolls to the end and back', async () => {
      await comment(page, '№ 3.').getByRole('button', { name: 'Отговорете' }).click();
      await expect(draft).toBeFocused();
      await page.keyboard.type('Пробвайте ');
      await scrollToEnd(page);
      await expect(draft).toBeFocused();
      await expect(draft).not.toBeInViewport();
      // The browser scrolls to the caret of the typed text.
      await page.keyboard.type('с 205 °C');
      await expect(draft).toHaveValue('Пробвайте с 205 °C');
      await expect(draft).toBeInViewport();
    });

    await test.step('without the focus the reply stays open as well, and few comments are in the document', async () => {
      await page.getByLabel('Вашият коментар').focus();
      await scrollToEnd(page);
      expect(await rows(page).count()).toBeLessThan(FEW);
      await expect(rows(page).last()).toHaveAttribute('aria-posinset', String(COMMENTS));
      await expect(rows(page).last()).toHaveAttribute('aria-setsize', String(COMMENTS));
      await expect(page.getByRole('button', { name: 'Покажете още' })).toHaveCount(0);
      await scrollTo(page, 0);
      await expect(comment(page, '№ 1.')).toBeInViewport();
      await expect(draft).toHaveValue('Пробвайте с 205 °C');
      await comment(page, '№ 3.').getByRole('button', { name: 'Отказ' }).click();
      await expect(comment(page, '№ 3.').getByRole('button', { name: 'Отговорете' })).toBeFocused();
    });

    await test.step('Tab reaches each comment in turn, and never leaves the list', async () => {
      for (let number = 4; number < 40; number++) {
        // Each comment has two buttons: reply and report.
        await page.keyboard.press('Tab');
        await page.keyboard.press('Tab');
        await expect(comment(page, `№ ${number}.`).getByRole('button', { name: 'Отговорете' })).toBeFocused();
      }
    });

    await test.step('a new comment from another device does not move what the reader reads', async () => {
      await page.getByLabel('Вашият коментар').focus();
      await scrollTo(page, 20_000);
      await expect(rows(page).first()).not.toHaveAttribute('aria-posinset', '1');
      const box = await topOf(list(page));
      // Find the first comment below the top edge of the list.
      const index = await rows(page).evaluateAll(
        (all, edge) => all.findIndex((row) => row.getBoundingClientRect().top >= edge),
        box,
      );
      const key = await rows(page).nth(index).getAttribute('data-row');
      const row = list(page).locator(`[data-row="${key}"]`);
      const position = Number(await row.getAttribute('aria-posinset'));
      const before = await topOf(row);
      await insertComments(videoId, theirs.id, 0, 1);
      await expect(row).toHaveAttribute('aria-posinset', String(position + 1), whenHeard);
      expect(Math.abs((await topOf(row)) - before)).toBeLessThan(2);
      await scrollTo(page, 0);
      await expect(comment(page, '№ 0.')).toBeInViewport();
    });
  });
});
