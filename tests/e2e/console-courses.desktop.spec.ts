import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from './device';
import { journalOf, newLearner, serverClient } from './learners';
import { expectAccessibleInBoth } from './pages/axe';
import { newAdmin, openConsole } from './pages/console';
import { watchUntil } from './pages/lesson';
import { takeTest } from './pages/quiz';
import { signIn } from './pages/shell';

// An administrator can create a course that a learner completes, continue an interrupted upload, preview drafts, and export and import a course.
// Runs on the production build.

const clip = join(import.meta.dirname, '../../supabase/media/lessons/cube.mp4');
const captions = 'WEBVTT\n\n00:00.000 --> 00:02.000\nЗдравейте\n';
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** A ZIP file that contains no course. */
const captionsZip = Buffer.from(zipSync({ 'captions.vtt': strToU8(captions) }));
const textFile = (name: string, words: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(words) });

test('a course is created, filled, published, and a learner watches its lesson and passes its quiz', async ({
  page,
  newDevice,
}) => {
  const [admin, learner] = await Promise.all([newAdmin(), newLearner('pro')]);
  const title = `Курс от конзолата ${Date.now()}`;
  await openConsole(page, admin.email, '/admin/course-creator');
  await page.getByRole('button', { name: 'Създайте курса' }).click();
  await expect(page.getByText('Заглавието е задължително')).toBeVisible();
  await page.getByLabel('Заглавие', { exact: true }).fill(title);
  await page.getByLabel('План').selectOption('basic');
  await page.getByRole('button', { name: 'Създайте курса' }).click();
  await expect(page.getByText(`Course "${title}" created successfully!`)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: `Add Video ${title}` }).click();

  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Please upload a video file')).toBeVisible();
  await page.locator('input[type=file]').setInputFiles(clip);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Title').fill('');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Please provide a title for your video')).toBeVisible();
  await page.getByLabel('Title').fill('Кубчето');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Добавете файл').setInputFiles(textFile('profil.ini', 'layer = 0.2'));
  await page.getByRole('button', { name: 'Next' }).click();
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: 'Create Test' }).click();

  // The message is gone after a few seconds, so it is awaited before the next screen.
  await expect(page.getByText('Video uploaded and saved successfully!')).toBeVisible();
  await page.waitForURL('**/admin/test-builder/**');
  const add = page.getByRole('button', { name: 'Добавете въпрос' });
  const card = (number: number) => page.getByRole('region', { name: `Въпрос ${number}`, exact: true });
  await page.getByLabel('Заглавие').fill('Кубче за проверка');
  for (const [index, type] of (['single', 'multiple_choice', 'true_false'] as const).entries()) {
    await add.click();
    const question = card(index + 1);
    await question.getByLabel('Въпрос', { exact: true }).fill(`Първи слой ${index + 1}`);
    await question.getByLabel('Вид').selectOption(type);
    if (type === 'true_false') continue;
    await question.getByRole('textbox', { name: 'Отговор 1' }).fill('Да');
    await question.getByRole('textbox', { name: 'Отговор 2' }).fill('Не');
    await question.getByLabel('Обяснение').fill('Така е');
  }
  await page.getByRole('button', { name: /^1 Първи слой 1/ }).click();
  await card(1).locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture });
  await expect(card(1).getByRole('img')).toBeVisible();
  await page.getByRole('button', { name: 'Запазете' }).click();
  await page.waitForURL('**/admin/test-editor/**');
  await expect(page.getByRole('button', { name: 'Запазете' })).toBeFocused();
  await page.getByRole('button', { name: 'Публикувайте версията' }).click();
  await expect(page.getByText('Версия 1 е при курсистите')).toBeVisible();
  await expectAccessibleInBoth(page);

  await page.getByRole('button', { name: 'Go Back' }).click();
  await page.getByRole('link', { name: 'Кубчето', exact: true }).click();
  await page
    .getByLabel('Надписи (WebVTT): Отворете файл')
    .setInputFiles(textFile('bg.vtt', 'WEBVTT\n\n00:00.000 --> 00:02\nа\n'));
  await expect(page.getByText(/^Ред 3/)).toBeVisible();
  await page.getByLabel('Надписи (WebVTT): Отворете файл').setInputFiles(textFile('bg.vtt', captions));
  await page.getByLabel('Глави (WebVTT)', { exact: true }).fill(captions.replace('Здравейте', 'Начало'));
  await expect(page.getByText('1 реплика, без грешки')).toHaveCount(2);
  await page.getByRole('button', { name: 'Проверете файла' }).click();
  await expect(page.getByText('Добавете файл .vtt.')).toBeVisible();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Video updated successfully')).toBeVisible();
  await page.getByRole('link', { name: 'Кубчето', exact: true }).click();
  await page.getByRole('button', { name: 'Проверете файла' }).click();
  await expect(page.getByText('Готов', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Resources' }).click();
  await expect(page.getByText('profil.ini')).toBeVisible();
  await page.getByRole('link', { name: 'Към курса' }).click();

  await page.getByRole('tab', { name: 'Course Settings' }).click();
  await page.getByRole('link', { name: 'Към настройките на курса' }).click();
  await page.getByRole('button', { name: 'Публикувайте', exact: true }).click();
  await expect(page.getByText('Курсът е „Публикуван“')).toBeVisible();
  await expectAccessibleInBoth(page);

  const { data } = await serverClient().from('courses').select('id, videos(id), tests(id)').eq('title', title).single();
  const found = data as { id: string; videos: { id: string }[]; tests: { id: string }[] };
  const device = newDevice();
  const mine = await device.start();
  await signIn(mine, learner.email);
  await mine.goto(`/video/${found.videos[0]?.id}`);
  await watchUntil(mine, 1);
  await mine.goto(`/test/${found.tests[0]?.id}`);
  await mine.getByRole('button', { name: 'Start' }).click();
  const shown = mine.getByRole('img', { name: 'Картинка към въпрос 1' });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await takeTest(mine, { 'слой 1': ['Да'], 'слой 2': ['Да'], 'слой 3': ['Вярно'] }, 3);
  await expect(mine.getByText(/^100\s%$/)).toBeVisible();
});

test('an upload continues at the server’s offset after a reload and after a lost network', async ({
  page,
  context,
}) => {
  const admin = await newAdmin();
  const courseId = randomUUID();
  const { error } = await serverClient().from('courses').insert({ id: courseId, title: 'Качване', plan_type: 'free' });
  expect(error).toBeNull();
  // Pads the video with an MP4 `free` box so that its upload takes three chunks.
  const box = Buffer.alloc(14 * 1024 * 1024);
  box.writeUInt32BE(box.length, 0);
  box.write('free', 4);
  const video = Buffer.concat([readFileSync(clip), box]);
  await openConsole(page, admin.email, `/admin/course-editor/${courseId}`);
  const offsets: number[] = [];
  let cut: 'reload' | 'network' | undefined = 'reload';
  await page.route('**/storage/v1/upload/resumable/**', async (route) => {
    const request = route.request();
    if (request.method() !== 'PATCH') return route.continue();
    const offset = Number(request.headers()['upload-offset']);
    const at = offset === 0 ? undefined : cut;
    if (!at) {
      offsets.push(offset);
      return route.continue();
    }
    cut = at === 'reload' ? 'network' : undefined;
    if (at === 'network') return route.abort('internetdisconnected');
    // Leaves the request unanswered, so that the chunk is still in flight when the page reloads.
    void page.reload();
  });
  await page
    .getByLabel('Пуснете тук видео файлове')
    .setInputFiles({ name: '01_куб.mp4', mimeType: 'video/mp4', buffer: video });
  await expect(page.getByText('Video uploaded and saved successfully!')).toBeVisible({ timeout: 45_000 });
  expect(offsets).toEqual([0, 6 * 1024 * 1024, 12 * 1024 * 1024]);
  const { data } = await serverClient().from('videos').select('title, video_url').eq('course_id', courseId);
  expect(data).toEqual([{ title: '01 куб', video_url: expect.stringContaining(courseId) }]);
  const stored = await serverClient().storage.from('videos').download(String(data?.[0]?.video_url));
  const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  expect(sha(new Uint8Array(await (stored.data as Blob).arrayBuffer()))).toBe(sha(video));
  await context.close();
});

/** Creates a draft course with a quiz and a lesson with a stored video. */
async function draftCourse() {
  const server = serverClient();
  const [courseId, videoId, testId] = [randomUUID(), randomUUID(), randomUUID()];
  const done = ({ error }: { error: { message: string } | null }) => expect(error).toBeNull();
  const key = `${courseId}/video.mp4`;
  done(await server.storage.from('videos').upload(key, readFileSync(clip), { contentType: 'video/mp4' }));
  done(await server.from('courses').insert({ id: courseId, title: 'Чернова за преглед', plan_type: 'basic', hue: 30 }));
  done(
    await server.from('videos').insert({
      ...{ id: videoId, course_id: courseId, title: 'Скрит урок', video_url: key, duration_seconds: 20 },
      ...{ captions, order_position: 1, status: 'draft', is_free_preview: true },
    }),
  );
  const test = { id: testId, course_id: courseId, video_id: videoId, title: 'Скрит тест', status: 'draft' };
  done(await server.from('tests').insert(test));
  const options = [
    { id: 'o1', text: 'Да', isCorrect: true },
    { id: 'o2', text: 'Не', isCorrect: false },
  ];
  const question = { test_id: testId, text: 'Скрит слой', type: 'single', options, order_position: 1 };
  done(await server.from('test_questions').insert({ ...question, explanation: 'Така е', points: 3 }));
  return { courseId, videoId, testId };
}

test('an unfinished draft quiz blocks publishing its course, and the checklist leads to its question', async ({
  page,
}) => {
  const [admin, { courseId, testId }] = await Promise.all([newAdmin(), draftCourse()]);
  const server = serverClient();
  await server.from('test_questions').insert({ test_id: testId, text: '', options: [], order_position: 2 });
  await openConsole(page, admin.email, `/admin/course-settings/${courseId}`);
  const publish = page.getByRole('button', { name: 'Публикувайте', exact: true });
  await expect(publish).toBeDisabled();
  await page.getByRole('link', { name: /: Скрит тест$/ }).click();
  const question = page.getByRole('region', { name: 'Въпрос 2', exact: true });
  await expect(question.getByRole('heading')).toBeFocused();
  await expect(question.getByText('Въпросът няма текст')).toBeVisible();
  await question.getByRole('button', { name: 'Махнете въпрос 2' }).click();
  await page.getByRole('button', { name: 'Запазете', exact: true }).click();
  await expect(page.getByText('Тестът е запазен')).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/^1 тест е чернова/)).toBeVisible();
  await publish.click();
  await expect(page.getByText('Курсът е „Публикуван“')).toBeVisible();
});

test('the preview shows drafts on the learner’s own screens and writes nothing', async ({ page }) => {
  const [admin, { courseId, videoId, testId }] = await Promise.all([newAdmin(), draftCourse()]);
  await openConsole(page, admin.email, `/admin/course-settings/${courseId}`);
  await page.getByLabel('План на курсиста').selectOption('pro');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.method() !== 'HEAD') sent.push(new URL(request.url()).pathname);
  });
  await page.getByRole('button', { name: 'Отворете прегледа' }).click();
  await page.waitForURL(`**/course/${courseId}`);
  sent.length = 0;
  const frame = page.getByRole('complementary', { name: 'Преглед като курсист' });
  await expect(frame).toContainText('план Pro');
  await expect(page.getByRole('heading', { name: 'Чернова за преглед' }).first()).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.goto(`/video/${videoId}`);
  await watchUntil(page, 1);
  await page.goto(`/test/${testId}`);
  await page.getByRole('button', { name: 'Start' }).click();
  await takeTest(page, { 'Скрит слой': ['Да'] }, 1);
  await expect(page.getByText(/^100\s%$/)).toBeVisible();
  expect(sent.filter((path) => !path.startsWith('/storage/v1/object/sign/videos/'))).toEqual([]);
  await frame.getByRole('button', { name: 'Излезте от прегледа' }).click();
  await page.waitForURL(`**/admin/course-settings/${courseId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Настройки на курса' })).toBeVisible();
  expect(await journalOf(admin)).toEqual([]);
  const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''));
  expect(names.filter((name) => name.startsWith('sloy-mirror-') && !name.includes(admin.id))).toEqual([]);
});

test('a course is exported and imported again: it is equal, with its files', async ({ page }) => {
  const [admin, { courseId }] = await Promise.all([newAdmin(), draftCourse()]);
  await serverClient()
    .from('courses')
    .update({ title: `За износ ${courseId}` })
    .eq('id', courseId);
  await openConsole(page, admin.email, '/admin/courses');
  await page.getByRole('searchbox').fill(courseId);
  await page.getByRole('button', { name: `Изнесете „За износ ${courseId}“` }).click();
  await expectAccessibleInBoth(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Изнесете' }).click(),
  ]);
  const path = await download.path();
  await page
    .getByLabel('Внесете ZIP')
    .setInputFiles({ name: 'a.zip', mimeType: 'application/zip', buffer: captionsZip });
  await expect(page.getByText(/^Нищо не е записано/)).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Escape');
  // Wait until the dialog is gone. Chromium sends its close event only with the next frame: if the next file is chosen before that, the late event
  // closes the dialog of that file too.
  await expect(page.getByText(/^Нищо не е записано/)).toHaveCount(0);
  await page.getByLabel('Внесете ZIP').setInputFiles(path);
  await page.getByRole('button', { name: 'Внесете като чернова' }).click();
  await expect(page.getByText('Video updated successfully')).toBeVisible();
  const { data } = await serverClient()
    .from('courses')
    .select(
      'title, plan_type, hue, status, videos(title, captions, duration_seconds, is_free_preview, order_position, status), tests(title, status, test_questions(text, type, points, explanation, options))',
    )
    .eq('title', `За износ ${courseId}`);
  expect(data).toHaveLength(2);
  expect(data?.[0]).toEqual(data?.[1]);
  const keys = await serverClient()
    .from('videos')
    .select('video_url, courses!inner(title)')
    .eq('courses.title', `За износ ${courseId}`);
  const files = await Promise.all(
    (keys.data ?? []).map(
      async ({ video_url }) => (await serverClient().storage.from('videos').download(String(video_url))).data?.size,
    ),
  );
  expect(files).toEqual([readFileSync(clip).length, readFileSync(clip).length]);
});

test('a lesson plays beside its fields with the captions of the form, and a chapter starts at the current second', async ({
  page,
}) => {
  const [admin, server] = [await newAdmin(), serverClient()];
  const [course, lesson] = [randomUUID(), randomUUID()];
  const { data: seeded } = await server
    .from('videos')
    .select('video_url')
    .like('video_url', 'lessons/%')
    .limit(1)
    .single();
  await server.from('courses').insert({ id: course, title: 'С видео', plan_type: 'free' }).throwOnError();
  await server
    .from('videos')
    .insert({ id: lesson, course_id: course, title: 'Урок', video_url: seeded?.video_url, duration_seconds: 60 })
    .throwOnError();
  await openConsole(page, admin.email, `/admin/video-edit/${course}/${lesson}`);
  const preview = page.getByRole('region', { name: 'Видеото на урока' });
  const video = preview.locator('video');
  await page.getByLabel('Надписи (WebVTT)', { exact: true }).fill(captions.replace('00:02', '00:09'));
  await video.evaluate((element: HTMLVideoElement) => {
    element.currentTime = 3;
  });
  await preview.getByRole('button', { name: 'Нова глава от 0:03' }).click();
  await expect(page.getByLabel('Глави (WebVTT)', { exact: true })).toHaveValue(
    /^WEBVTT\n\n00:00:03\.000 --> .+\nГлава 1\n$/,
  );
  await expect(preview.getByRole('button', { name: 'Нова глава от 0:03' })).toBeDisabled();
  await expect
    .poll(() =>
      video.evaluate(({ textTracks: [track] }: HTMLVideoElement) => [
        track?.mode,
        ...[...(track?.activeCues ?? [])].map((cue) => (cue as VTTCue).text),
      ]),
    )
    .toEqual(['showing', 'Здравейте']);
  await video.evaluate((element: HTMLVideoElement) => element.play());
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(3.2);
  await expectAccessibleInBoth(page);
});
