import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from './device';
import { newLearner } from './learners';
import { videoOf } from './pages/lesson';
import { signIn } from './pages/shell';

const VISITS = 12;
/** Maximum number of detached nodes per visit: the nodes of one or two lessons may not be collected yet, but a leak would leave more. */
const NODES_PER_VISIT = 5;

/** Number of detached DOM nodes: all nodes in memory after a garbage collection, minus the nodes of the document. */
async function detachedNodes(page: Page, devTools: CDPSession): Promise<number> {
  await devTools.send('HeapProfiler.collectGarbage');
  await devTools.send('HeapProfiler.collectGarbage');
  const { nodes } = await devTools.send('Memory.getDOMCounters');
  const attached = await page.evaluate(() => {
    const walker = document.createTreeWalker(document);
    let count = 1;
    while (walker.nextNode()) count++;
    return count;
  });
  return nodes - attached;
}

test('a visit to a lesson leaves no DOM nodes and no captions in memory', async ({ page }) => {
  await signIn(page, (await newLearner('premium')).email);
  await page.goto('/course/c0000000-0000-4000-8000-000000000001');
  const lesson = page.locator('main a[href^="/video/"]').first();
  const visit = async () => {
    await lesson.click();
    // Captions create DOM nodes when they are shown, so each visit waits until a caption is shown.
    await expect
      .poll(() =>
        videoOf(page).evaluate(async (video: HTMLVideoElement) => {
          const [track] = video.textTracks;
          if (!track) return 0;
          track.mode = 'showing';
          video.muted = true;
          // A new source interrupts the playback; the next poll starts it again.
          await video.play().catch(() => undefined);
          return track.activeCues?.length ?? 0;
        }),
      )
      .toBeGreaterThan(0);
    await page.goBack();
    await expect(lesson).toBeVisible();
  };
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('HeapProfiler.enable');
  // The first two visits load the code of the lesson page.
  for (let n = 0; n < 2; n++) await visit();
  const before = await detachedNodes(page, devTools);
  for (let n = 0; n < VISITS; n++) await visit();
  await expect
    .poll(async () => (await detachedNodes(page, devTools)) - before, { timeout: 60_000 })
    .toBeLessThan(VISITS * NODES_PER_VISIT);
});
