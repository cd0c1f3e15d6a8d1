import { expect, test } from './device';
import { journalOf, newLearner, serverClient } from './learners';
import { expectAccessible } from './pages/axe';
import { begin, openTest, takeTest } from './pages/quiz';
import { signIn, waitForWorker, waitUntilSynced } from './pages/shell';
import { everythingStored } from './pages/stores';

// If a certificate requires a quiz, the device does not receive the quiz's right answers, so only the server scores an attempt.

const quiz = 'e0000000-0000-4000-8000-000000000008';

test('a graded quiz is taken offline, scored by the server, and shows the answers after a pass', async ({
  newDevice,
}) => {
  test.setTimeout(240_000);
  const learner = await newLearner('pro');
  const { data: questions } = await serverClient()
    .from('test_questions')
    .select('id, options')
    .eq('test_id', quiz)
    .throwOnError();
  const device = newDevice();
  const page = await device.start();
  await signIn(page, learner.email);
  await waitForWorker(page);
  await waitUntilSynced(page);
  await openTest(page, quiz);
  const stored = await page.evaluate(
    async ([uid, id]) => {
      const result = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const database = await result(indexedDB.open(`sloy-mirror-${uid}`));
      const row = await result(database.transaction('tests').objectStore('tests').get(id));
      database.close();
      return JSON.stringify(row);
    },
    [learner.id, quiz] as const,
  );
  expect(stored).toContain('"graded":true');
  expect(stored).not.toContain('answer_digest');

  // Only Premium accounts may read the content of news, so the device of a Pro account stores only the titles.
  const { data: news } = await serverClient().from('news').select('title, content').throwOnError();
  const everything = await everythingStored(page);
  expect(news?.filter(({ title }) => everything.includes(title)).length).toBeGreaterThan(0);
  expect(news?.filter(({ content }) => content && everything.includes(content.slice(0, 60)))).toEqual([]);

  // The learner takes the quiz offline and answers nothing.
  await device.offline(true);
  await begin(page);
  await takeTest(page, {}, questions?.length ?? 0);
  await expect(page.getByText('Изпратен. Ще бъде оценен, щом има връзка')).toBeVisible();
  await expect(page.getByText('резултатът чака потвърждение')).toBeVisible();
  await expect(page.getByText(/^\d+\s%$/)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Преглед на отговорите' })).toHaveCount(0);
  const retake = page.getByRole('button', { name: 'Retake Test' });
  await expect(retake).toBeDisabled();
  await expect(page.getByText(/^Следващ опит: от \d{1,2}:\d{2}\sч\.$/)).toBeVisible();
  await expectAccessible(page);

  await device.offline(false);
  await expect(page.getByText(/^0\s%$/)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('резултатът е потвърден')).toBeVisible();
  await expect(
    page.getByText('Верните отговори ще видите, когато издържите теста или след последния опит.'),
  ).toBeVisible();
  for (const text of ['Верен отговор', 'Вярно', 'Грешно']) await expect(page.getByText(text)).toHaveCount(0);
  await expect(retake).toBeDisabled();

  // Another device of the learner took the quiz a second later, also offline, and skipped one question.
  const first = (await journalOf(learner)).find(({ kind }) => kind === 'attempt');
  const at = Number(first?.data.finished_at) + 1_000;
  const right = (questions ?? []).slice(1).map(({ id, options }) => {
    const correct = (options as { id: string; isCorrect: boolean }[]).filter(({ isCorrect }) => isCorrect);
    return [id, { options: correct.map((option) => option.id), at }];
  });
  const second = {
    ...first,
    id: `attempt/${crypto.randomUUID()}`,
    at,
    data: {
      ...first?.data,
      answers: Object.fromEntries(right),
      started_at: at,
      finished_at: at + 5_000,
      time_spent: 5_000,
    },
  };
  const { data: pushed } = await learner.api.rpc('sync_push', { p_docs: [second] }).throwOnError();
  expect(pushed).toMatchObject([{ status: 'applied' }]);
  await page.getByRole('button', { name: 'Close' }).click();
  const rows = page.getByRole('link').filter({ hasText: /издържан|не се брои/i });
  await expect(rows).toHaveText([/^–Не се брои/, /^0\s%Неиздържан/], { timeout: 60_000 });
  await rows.first().click();
  await expect(page.getByText('Опитът е получен, но не се брои.')).toBeVisible();
  await expect(page.getByText(/^Броят се по един опит на 10 минути/)).toBeVisible();
  await expect(page.getByText(/^\d+\s%$/)).toHaveCount(0);
  await expectAccessible(page);
  const results = async () =>
    (await learner.api.from('test_results').select('score, passed, counted').order('created_at').throwOnError()).data;
  const counted = async () =>
    (
      await serverClient()
        .from('user_certificates')
        .select('completed_requirements')
        .eq('user_id', learner.id)
        .eq('certificate_id', 'b0000000-0000-4000-8000-000000000001')
        .throwOnError()
    ).data?.flatMap((row) => row.completed_requirements) ?? [];
  expect(await results()).toEqual([
    { score: 0, passed: false, counted: true },
    { score: null, passed: false, counted: false },
  ]);
  expect(await counted()).toEqual([]);

  // After the pause, the same answers in a new attempt pass the quiz, and everything is shown.
  await serverClient()
    .from('test_results')
    .update({ created_at: new Date(Date.now() - 10 * 60_000).toISOString() })
    .eq('user_id', learner.id)
    .eq('score', 0)
    .throwOnError();
  await learner.api.rpc('sync_push', { p_docs: [{ ...second, id: `attempt/${crypto.randomUUID()}` }] }).throwOnError();
  await expect(page.getByText(/^80\s%$/)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Верен отговор')).toHaveCount(1);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(rows.filter({ hasText: /^80\s%Не се брои/ })).toHaveCount(1);
  await expect(rows.filter({ hasText: /^80\s%Издържан/ })).toHaveCount(1);
  expect(await counted()).toEqual([quiz]);
});
