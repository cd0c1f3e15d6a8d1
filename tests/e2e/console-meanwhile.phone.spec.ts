import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './device';
import { journalOf, type Learner, newLearner, serverClient } from './learners';
import { newAdmin } from './pages/console';
import { downloadRow, offlineSha256, sha256 } from './pages/downloads';
import { downloadLesson, videoOf, watchUntil } from './pages/lesson';
import { answer, atQuestion, attempts, begin, openTest, saved, testUrl } from './pages/quiz';
import { signIn, waitForWorker, whenHeard } from './pages/shell';

// A learner who works offline loses nothing while an administrator edits, replaces, unpublishes, deletes and restores the same course.

const media = (name: string) => readFileSync(join(import.meta.dirname, '../../supabase/media/lessons', name));

const question = (id: string, text: string, right: 'Да' | 'Не') => ({
  ...{ id, text, type: 'single', points: 1, explanation: null, image_url: null },
  options: ['Да', 'Не'].map((words, index) => ({ id: `o${index + 1}`, text: words, isCorrect: words === right })),
});

/** Console calls that the administrator makes without a browser; every call must succeed. */
const consoleOf = ({ api }: Learner) => ({
  call: async (name: string, args: object) => {
    const { error } = await api.rpc(name, args);
    expect(error, name).toBeNull();
  },
  store: async (name: string) => {
    const key = `lessons/${randomUUID()}.mp4`;
    const { error } = await api.storage.from('videos').upload(key, media(name), { contentType: 'video/mp4' });
    expect(error).toBeNull();
    return key;
  },
  versionOf: async (table: 'tests' | 'videos', id: string) => {
    const { data } = await api.from(table).select('row_version').eq('id', id).single().throwOnError();
    return data.row_version as number;
  },
});

test('an offline attempt, a download and progress survive every change of the course', async ({ newDevice }) => {
  const [admin, learner] = await Promise.all([newAdmin(), newLearner('premium')]);
  const server = serverClient();
  const { call, store, versionOf } = consoleOf(admin);
  const [courseId, videoId, testId] = [randomUUID(), randomUUID(), randomUUID()];
  const trashed = [
    { p_table: 'tests', p_id: testId },
    { p_table: 'videos', p_id: videoId },
  ];
  const [first, second] = [randomUUID(), randomUUID()];
  /** Two questions with the same right option. */
  const questions = (right: 'Да' | 'Не') => [
    question(first, 'Първи слой?', right),
    question(second, 'Втори слой?', right),
  ];
  const answers = { 'Първи слой': ['Да'], 'Втори слой': ['Да'] };

  await call('save_course', {
    p_id: courseId,
    p_version: null,
    p_course: { title: 'Променян курс', plan_type: 'basic' },
  });
  await admin.api
    .from('videos')
    .insert({
      ...{ id: videoId, course_id: courseId, title: 'Променян урок' },
      ...{ video_url: await store('cube.mp4'), duration_seconds: 40 },
    })
    .throwOnError();
  const quiz = { course_id: courseId, title: 'Променян тест' };
  await call('save_test', { p_id: testId, p_version: null, p_test: quiz, p_questions: questions('Да') });
  await call('publish_test', { p_test: testId, p_version: null });
  const publish = { p_course: courseId, p_version: null, p_status: 'published', p_with_lessons: true };
  await call('publish_course', publish);
  try {
    const device = newDevice();
    const page = await device.start();
    await signIn(page, learner.email);
    await waitForWorker(page);
    await page.goto(`/video/${videoId}/${courseId}`);
    await downloadLesson(page);
    await openTest(page, testId);
    await begin(page);
    await answer(page, answers);
    await saved(page);
    await device.offline(true);

    // In version 2 of the quiz, the other option is the right answer to both questions.
    const p_version = await versionOf('tests', testId);
    await call('save_test', { p_id: testId, p_version, p_test: {}, p_questions: questions('Не') });
    await call('publish_test', { p_test: testId, p_version: null });
    await admin.api
      .from('videos')
      .update({ video_url: await store('boat.mp4'), row_version: await versionOf('videos', videoId) })
      .eq('id', videoId)
      .throwOnError();
    await call('publish_course', { p_course: courseId, p_version: null, p_status: 'draft' });
    for (const row of trashed) await call('move_to_trash', row);

    await page.getByRole('button', { name: 'Next' }).click();
    await atQuestion(page, 2);
    await answer(page, answers);
    await page.getByRole('button', { name: 'Finish' }).click();
    await expect(page.getByText(/^100\s%$/)).toBeVisible();
    await page.goto(`/video/${videoId}/${courseId}`);
    await watchUntil(page, 2);

    await device.offline(false);
    const results = async () =>
      (await server.from('test_results').select('score, version').eq('user_id', learner.id)).data;
    await expect.poll(results, whenHeard).toEqual([{ score: 100, version: 1 }]);
    const progress = async () => (await journalOf(learner)).find(({ id }) => id === `progress/${videoId}`)?.data;
    await expect.poll(progress, whenHeard).toMatchObject({ video_id: videoId });
    // The lesson is in the trash: its player stays for the learner who watches it, and the device keeps its downloaded file.
    await expect(page.getByRole('heading', { name: 'Променян урок' })).toBeVisible();
    await expect(videoOf(page)).toHaveCount(1);
    expect((await downloadRow(page, learner.id, videoId))?.status).toBe('completed');

    for (const row of trashed) await call('restore', row);
    await call('publish_course', publish);
    await expect(page.getByText('Урокът има по-нова версия.')).toBeVisible(whenHeard);
    // The stored file still plays until the learner downloads the newer one.
    await expect.poll(() => videoOf(page).evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(1);
    expect(await offlineSha256(page, learner.id, videoId)).toBe(sha256(media('cube.mp4')));
    await page.goto(testUrl(testId));
    await expect(attempts(page)).toHaveText([/^100\s%Издържан/]);
    expect(await results()).toEqual([{ score: 100, version: 1 }]);
  } finally {
    await server.from('courses').update({ status: 'draft' }).eq('id', courseId).throwOnError();
  }
});
