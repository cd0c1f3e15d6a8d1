import { localDate } from '@/shared/local-date';
import { desktop, expect, phone, test } from './device';
import { journalOf, newLearner } from './learners';
import { currentTime, downloadLesson, videoOf, watchUntil } from './pages/lesson';
import { goToQuestion, saved } from './pages/quiz';
import { signIn, syncChip, waitForWorker, waitUntilSynced } from './pages/shell';

const course = 'c0000000-0000-4000-8000-000000000001';
const lesson = 'd0000000-0000-4000-8000-000000000003';
const quiz = 'e0000000-0000-4000-8000-000000000001';
/** The right answers to the quiz's questions, in order. */
const answers = [
  ['По-гладка стена'],
  ['Вярно'],
  ['Пътя на дюзата във всеки слой', 'Вида и плътността на пълнежа', 'Къде да има подпори'],
  ['Колко филамент подава екструдерът'],
  ['Невярно'],
  ['Части, които започват във въздуха', 'Тънки стени, които са изчезнали', 'Времето и грамовете материал'],
];

test('one lesson survives a lost network and a kill of the browser, and arrives once on the server and on a second device', async ({
  newDevice,
}, info) => {
  test.setTimeout(240_000);
  const onPhone = info.project.name === 'phone';
  const learner = await newLearner('premium');
  const today = () => `day/${localDate(Date.now())}`;
  const began = today();
  const first = newDevice();
  let page = await first.start();

  await test.step('online: sign in, open the course, watch, download', async () => {
    await signIn(page, learner.email);
    await waitForWorker(page);
    await page.getByRole('link', { name: 'Всички курсове' }).click();
    await page.getByRole('link', { name: 'Отвори курс: Основи на 3D печата' }).click();
    await page.getByRole('link', { name: 'Първият слой', exact: true }).click();
    await page.waitForURL(`**/video/${lesson}/**`);
    await watchUntil(page, 5);
    if (onPhone) await downloadLesson(page);
    else await expect(page.getByRole('button', { name: 'Свалете за офлайн' })).toHaveCount(0);
    await waitUntilSynced(page);
  });

  await test.step('the network is lost, then the browser is killed', async () => {
    await first.offline(true);
    await first.kill();
    page = await first.start({ offline: true });
  });

  await test.step('offline from a cold start: the dashboard, the course, the video continues where it stopped', async () => {
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: /Здравейте/ })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Отвори курс: Основи на 3D печата' })).toBeVisible();
    await page.goto(`/video/${lesson}/${course}`);
    if (onPhone) {
      await expect.poll(() => currentTime(page)).toBeGreaterThan(3);
      await watchUntil(page, 12);
      await videoOf(page).evaluate((video: HTMLVideoElement) => {
        video.currentTime = 30;
      });
      await expect
        .poll(() => videoOf(page).evaluate((video: HTMLVideoElement) => !video.seeking && video.readyState >= 2))
        .toBe(true);
      expect(await currentTime(page)).toBeCloseTo(30, 1);
    } else {
      await expect(page.getByText('This video is not available offline.')).toBeVisible();
    }
  });

  await test.step('offline: the quiz is taken, and the result is shown at once', async () => {
    await page.goto(`/test/${quiz}`);
    await page.getByRole('button', { name: 'Start' }).click();
    for (const [index, options] of answers.entries()) {
      await expect(page.getByRole('heading', { name: `Въпрос ${index + 1} от ${answers.length}` })).toBeVisible();
      for (const option of options) await page.getByLabel(option, { exact: true }).check();
      // Killing the browser during the quiz must not lose the answers.
      if (index === 2) {
        await saved(page);
        await first.kill();
        page = await first.start({ offline: true });
        await page.goto(`/test/${quiz}`);
        await page.getByRole('button', { name: 'Continue' }).click();
        await goToQuestion(page, index + 1);
        for (const option of options) await expect(page.getByLabel(option, { exact: true })).toBeChecked();
      }
      await page.getByRole('button', { name: index === answers.length - 1 ? 'Finish' : 'Next' }).click();
    }
    await expect(page.getByRole('heading', { name: 'Congratulations' })).toBeVisible();
    await expect(page.getByText(/100\s%/).first()).toBeVisible();
    await expect(page.getByText('резултатът чака потвърждение')).toBeVisible();
  });

  await test.step('killed again while offline; then the network returns and everything is sent', async () => {
    await first.kill();
    page = await first.start({ offline: true });
    await page.goto('/dashboard');
    await expect(syncChip(page)).toHaveAccessibleName(/Офлайн|чака/);
    await first.offline(false);
    await waitUntilSynced(page);
  });

  await test.step('the server has each fact once', async () => {
    const docs = await journalOf(learner);
    const attempts = docs.filter((doc) => doc.kind === 'attempt');
    expect(attempts).toHaveLength(1);
    const progress = docs.filter((doc) => doc.kind === 'progress');
    expect(progress.map((doc) => doc.id)).toEqual([`progress/${lesson}`]);
    const intervals = progress.flatMap((doc) => doc.data.intervals as [number, number][]);
    const watched = intervals.reduce((sum, [from, to]) => sum + to - from, 0);
    expect(watched).toBeGreaterThan(onPhone ? 7_000 : 2_500);
    expect(watched).toBeLessThan(onPhone ? 20_000 : 12_000);
    // The learner was active on one day, or on two if the test runs over midnight.
    const days = docs.filter((doc) => doc.kind === 'day').map((doc) => doc.id);
    expect(days).not.toEqual([]);
    expect(new Set([began, today()])).toEqual(new Set([...days, began, today()]));
    const { data: results } = await learner.api.from('test_results').select('test_id, score, passed');
    expect(results).toEqual([{ test_id: quiz, score: 100, passed: true }]);
  });

  await test.step('a second device shows the same', async () => {
    const second = newDevice(onPhone ? desktop : phone);
    const other = await second.start();
    await signIn(other, learner.email);
    await waitUntilSynced(other);
    await other.goto(`/test/${quiz}`);
    await expect(other.getByText(/100\s%/).first()).toBeVisible();
    await expect(other.getByRole('button', { name: 'Retake Test' })).toBeVisible();
    await other.goto(`/video/${lesson}/${course}`);
    await expect.poll(() => currentTime(other)).toBeGreaterThan(3);
  });
});
