import { expect, test } from './device';
import { journalOf, newLearner } from './learners';
import { videoOf, watchUntil } from './pages/lesson';
import { signIn, syncChip, waitUntilSynced } from './pages/shell';

const course = 'c0000000-0000-4000-8000-000000000001';
const lesson = 'd0000000-0000-4000-8000-000000000003';

test('two tabs run one engine; when its tab closes, the other takes over and nothing is lost', async ({
  newDevice,
}) => {
  const learner = await newLearner('pro');
  const device = newDevice();
  const first = await device.start();
  const pullsOf = new Map<string, number>();
  device.context.on('request', (request) => {
    if (!request.url().includes('/rpc/sync_pull')) return;
    const tab = request.frame().page() === first ? 'first' : 'second';
    pullsOf.set(tab, (pullsOf.get(tab) ?? 0) + 1);
  });
  await signIn(first, learner.email);
  await waitUntilSynced(first);

  const second = await device.context.newPage();
  await second.goto(`/video/${lesson}/${course}`);
  await watchUntil(second, 3);
  // The first tab sends what the second writes, and both show it.
  await expect
    .poll(async () => (await journalOf(learner)).map(({ id }) => id), { timeout: 60_000 })
    .toContain(`progress/${lesson}`);
  await waitUntilSynced(second);
  await expect(syncChip(first)).toHaveAccessibleName('Синхронизация: Синхронизирано');
  expect(pullsOf.get('second')).toBeUndefined();

  await first.close();
  await videoOf(second).evaluate((video: HTMLVideoElement) => {
    video.currentTime = 20;
  });
  await watchUntil(second, 22);
  await expect
    .poll(
      async () => {
        const progress = (await journalOf(learner)).find(({ id }) => id === `progress/${lesson}`);
        return (progress?.data as { position: number } | undefined)?.position ?? 0;
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(20_000);
  expect(pullsOf.get('second')).toBeGreaterThan(0);
});
