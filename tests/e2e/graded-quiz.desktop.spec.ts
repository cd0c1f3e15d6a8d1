import { expect, test } from './device';
import { journalOf, newLearner, serverClient } from './learners';
import { expectAccessible } from './pages/axe';
import { attempts, begin, openTest, takeTest } from './pages/quiz';
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
  await expect(page.getByText('Верен отговор')).toHaveCount(0);
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
  await expect(attempts(page)).toHaveText([/^80\s%Издържан/, /^0\s%Неиздържан/], { timeout: 60_000 });
  await attempts(page).first().click();
  await expect(page.getByText(/^Този опит не се брои за сертификата/)).toBeVisible();
  await expect(page.getByText('Верните отговори ще видите')).toHaveCount(0);
  await expect(page.getByText('Верен отговор')).toHaveCount(1);
  const { data: results } = await learner.api
    .from('test_results')
    .select('score, passed')
    .order('score')
    .throwOnError();
  expect(results).toEqual([
    { score: 0, passed: false },
    { score: 80, passed: true },
  ]);
  const { data: counted } = await serverClient()
    .from('user_certificates')
    .select('completed_requirements, completed')
    .eq('user_id', learner.id)
    .eq('certificate_id', 'b0000000-0000-4000-8000-000000000001')
    .throwOnError();
  expect((counted ?? []).filter((row) => row.completed || row.completed_requirements.length > 0)).toEqual([]);
});
