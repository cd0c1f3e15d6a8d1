import { expect, test } from './device';
import { newLearner } from './learners';
import { videoOf } from './pages/lesson';
import { signIn } from './pages/shell';

// Only premium accounts on phones may download lessons (decision 12).

const address = '/video/d0000000-0000-4000-8000-000000000003/c0000000-0000-4000-8000-000000000001';

for (const plan of ['premium', 'pro'] as const) {
  test(`${plan}: the download is offered on a phone with premium and nowhere else`, async ({ newDevice }, info) => {
    const learner = await newLearner(plan);
    const page = await newDevice().start();
    await signIn(page, learner.email);
    await page.goto(address);
    await expect(videoOf(page)).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Видео урок' })).toBeVisible();
    const offered = plan === 'premium' && info.project.name === 'phone';
    await expect(page.getByRole('button', { name: 'Свалете за офлайн' })).toHaveCount(offered ? 1 : 0);
    if (info.project.name === 'phone') return;
    await page.goto('/offline-videos');
    await expect(
      page.getByText('Desktop Not Supported - Offline video downloads are only available on mobile devices.'),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Назад' }).click();
    await page.waitForURL('**/dashboard');
  });
}
