import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './device';
import { newLearner, serverClient } from './learners';
import { expectAccessibleInBoth } from './pages/axe';
import {
  comment,
  likeButton,
  likeCount,
  note,
  notesPanel,
  openComments,
  openNotes,
  say,
  takeNote,
} from './pages/discussion';
import { currentTime, videoOf } from './pages/lesson';
import { tabTo } from './pages/quiz';
import { bell, signIn, waitForWorker, waitUntilSynced, whenHeard } from './pages/shell';

// Comments, likes and notes of a lesson. Each test has its own lesson with its own counts; texts contain the learner's
// id, so that a retry does not find the texts of the first attempt.

test.describe.configure({ timeout: 300_000 });

const lessonId = (n: number) => `d0000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const lessonUrl = (n: number, course: number) => `/video/${lessonId(n)}/c0000000-0000-4000-8000-00000000000${course}`;
const isReady = (page: Page) =>
  expect.poll(() => videoOf(page).evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThanOrEqual(1);
const seek = (page: Page, seconds: number) =>
  videoOf(page).evaluate((video: HTMLVideoElement, to) => {
    video.currentTime = to;
  }, seconds);

test('two learners see each other’s comments under a lesson, including those written offline', async ({
  newDevice,
}, info) => {
  const number = info.project.name === 'phone' ? 4 : 3;
  const lesson = lessonUrl(number, 1);
  const [mine, theirs] = [await newLearner('pro'), await newLearner('pro')];
  const [first, second] = [newDevice(), newDevice()];
  let page = await first.start();
  const other = await second.start();

  await signIn(page, mine.email);
  await waitForWorker(page);
  await page.goto(lesson);
  await waitUntilSynced(page);
  const { data: likes } = await serverClient().from('video_likes').select('user_id').eq('video_id', lessonId(number));
  const before = likes?.length ?? 0;
  const [question, answer] = [`Какъв ток за 0,2 mm слой? ${mine.id}`, `При мен стана с 210 °C ${theirs.id}`];
  await likeCount(page, before);

  await test.step('offline: the like and the comment are shown at once, and after a kill of the browser', async () => {
    await first.offline(true);
    await openComments(page);
    await expect(page.getByRole('button', { name: 'Публикувайте' })).toBeDisabled();
    await say(page, question);
    await likeButton(page).click();
    await likeCount(page, before + 1);
    await first.kill();
    page = await first.start({ offline: true });
    await page.goto(lesson);
    await likeCount(page, before + 1);
    await expect(likeButton(page)).toHaveAttribute('aria-pressed', 'true');
    await openComments(page);
    await expect(comment(page, question)).toContainText('чака мрежа');
  });

  await test.step('the other learner comments and likes', async () => {
    await signIn(other, theirs.email);
    await other.goto(lesson);
    await openComments(other);
    await say(other, answer);
    await likeButton(other).click();
    await likeCount(other, before + 1);
    await expect(comment(other, question)).toHaveCount(0);
  });

  await test.step('the network returns: each sees the other’s comment without a reload', async () => {
    await first.offline(false);
    await expect(comment(other, question)).toBeVisible(whenHeard);
    await expect(comment(other, question)).toContainText('Мария Илиева');
    // Other learners may answer and report a comment; only its author may delete it.
    await expect(comment(other, question).getByRole('button', { name: 'Изтрийте коментара' })).toHaveCount(0);
    await expect(comment(other, question).getByRole('button')).toHaveCount(2);
    await expect(comment(page, answer)).toBeVisible(whenHeard);
    await expect(comment(page, question)).not.toContainText('чака мрежа');
    for (const device of [page, other]) await likeCount(device, before + 2);
  });

  await test.step('a reply notifies the author; a report reaches the teachers once', async () => {
    const words = `Пробвайте с 205 °C ${theirs.id}`;
    const reply = comment(other, question).getByRole('button', { name: 'Отговорете' });
    await reply.focus();
    await other.keyboard.press('Enter');
    await expect(other.getByLabel('Отговор на Мария Илиева')).toBeFocused();
    await other.keyboard.type(words);
    await other.keyboard.press('Tab');
    await other.keyboard.press('Tab');
    await expect(other.getByRole('button', { name: 'Публикувайте' }).last()).toBeFocused();
    await other.keyboard.press('Enter');
    // The form holds the same words until it closes.
    const shownReply = (device: Page) => comment(device, question).getByRole('paragraph').filter({ hasText: words });
    await expect(shownReply(other)).toBeVisible();
    await expect(reply).toBeFocused();
    await expect(shownReply(page)).toBeVisible(whenHeard);
    await expect(bell(page)).toHaveAccessibleName(/непрочетен/, whenHeard);
    // Learners cannot report their own question, and a reply cannot have replies.
    await expect(comment(page, question).getByRole('button', { name: 'Отговорете' })).toHaveCount(1);
    for (const _ of [1, 2]) {
      await comment(page, answer).getByRole('button', { name: 'Докладвайте: Мария Илиева' }).click();
      await expect(page.getByText('Докладът е записан. Преподавателите ще прегледат коментара.').last()).toBeVisible();
    }
    await expect
      .poll(async () => (await serverClient().from('comment_reports').select('user_id').eq('user_id', mine.id)).data)
      .toEqual([{ user_id: mine.id }]);
  });

  await test.step('a deleted comment disappears everywhere, and an undone deletion restores it', async () => {
    await comment(page, question).getByRole('button', { name: 'Изтрийте коментара' }).click();
    await expect(comment(page, question)).toHaveCount(0);
    // A toast stays open while the pointer is over it.
    const undo = page.getByRole('button', { name: 'Върнете', exact: true });
    await undo.hover();
    await expect(comment(other, question)).toHaveCount(0, whenHeard);
    await undo.click();
    await expect(comment(page, question)).toBeVisible();
    await expect(comment(other, question)).toBeVisible(whenHeard);
    await likeButton(page).click();
    await likeCount(other, before + 1);
  });
});

test('a comment that the server rejects stays with its reason until the learner decides', { tag: '@desktop' }, async ({
  newDevice,
}) => {
  const learner = await newLearner('premium');
  const [early, late] = [`Какъв е този филамент? ${learner.id}`, `Колко хлабина за вала? ${learner.id}`];
  const device = newDevice();
  const page = await device.start();
  await signIn(page, learner.email);
  await waitForWorker(page);
  await page.goto(lessonUrl(10, 4));
  await waitUntilSynced(page);
  await device.offline(true);
  await openComments(page);
  await say(page, early);
  const { error } = await serverClient()
    .from('user_subscriptions')
    .update({ has_premium_plan: false, has_pro_plan: true })
    .eq('email', learner.email);
  expect(error).toBeNull();
  // Premium ended between the two comments, but the device does not know that yet. A comment needs a plan that is valid when it arrives, so the server
  // rejects both, and the learner keeps both texts.
  await say(page, late);
  await device.offline(false);
  const rejected = comment(page, late);
  await expect(rejected.getByRole('alert')).toContainText('Планът Ви не позволява това.', whenHeard);
  const taken = () => serverClient().from('video_comments').select('content').eq('user_id', learner.id);
  await expect(comment(page, early).getByRole('alert')).toContainText('Планът Ви не позволява това.');
  expect((await taken()).data).toEqual([]);
  await device.offline(true);
  await rejected.getByRole('button', { name: 'Опитайте пак' }).click();
  await expect(rejected).toContainText('чака мрежа');
  await expect(rejected.getByRole('alert')).toHaveCount(0);
  await device.offline(false);
  await expect(rejected.getByRole('alert')).toContainText('Планът Ви не позволява това.', whenHeard);
  await rejected.getByRole('button', { name: 'Махнете' }).click();
  await expect(rejected).toHaveCount(0);
});

test('after the server ended the session, likes, comments and missing content ask for a sign-in, and writes stay', {
  tag: '@desktop',
}, async ({ page, context }) => {
  const learner = await newLearner('pro');
  await signIn(page, learner.email);
  await waitUntilSynced(page);
  await page.goto(lessonUrl(8, 2));
  await openComments(page);
  await learner.api.auth.signOut({ scope: 'global' });
  // The server does not know the session, as after a restored backup; a device that was ended on purpose empties itself.
  await context.route('**/rpc/session_has_ended', (route) => route.fulfill({ json: false }));
  // Two hours later this device's access token has expired, and the server issues no new one.
  await context.clock.setSystemTime(Date.now() + 7_200_000);
  await page.reload();
  await page.getByRole('button', { name: 'Синхронизация: Влезте отново' }).waitFor({ timeout: 60_000 });
  await likeButton(page).click();
  await expect(page.getByText('Моля, влезте в профила си, за да харесате това видео.')).toBeVisible();
  await openComments(page);
  await say(page, `Кога е следващият урок? ${learner.id}`);
  await expect(
    page.getByRole('alert').getByText('Моля, влезте в профила си, за да коментирате това видео.'),
  ).toBeVisible();
  await expect(page.getByRole('alert').getByRole('link', { name: 'Влезте отново' })).toHaveAttribute('href', '/login');
  await page.goto('/test/e0000000-0000-4000-8000-0000000000ff');
  await expect(page.getByRole('heading', { name: 'Authentication required' })).toBeVisible();
  await page.goto('/dashboard?section=events');
  await page.getByRole('button', { name: 'Синхронизация: Влезте отново' }).waitFor({ timeout: 60_000 });
  await page
    .getByRole('button', { name: /^Запишете се: / })
    .first()
    .click();
  await expect(page.getByText('Моля, влезте в профила си, за да се запишете за събитие')).toBeVisible();
  await page.waitForURL(/\/login$/);
});

test('notes keep their position and text over a kill, and reach the second device with their earlier versions', {
  tag: '@desktop',
}, async ({ newDevice }) => {
  const learner = await newLearner('pro');
  const [first, second] = [newDevice(), newDevice()];
  let page = await first.start();
  await signIn(page, learner.email);
  await waitForWorker(page);
  await page.goto(lessonUrl(2, 1));
  await waitUntilSynced(page);
  await isReady(page);
  await seek(page, 12);
  await openNotes(page);
  await takeNote(page, 'Дюзата е ниско');
  await first.offline(true);
  await first.kill();
  page = await first.start({ offline: true });
  await page.goto(lessonUrl(2, 1));
  await openNotes(page);
  await expect(note(page, 'Дюзата е ниско').getByRole('button', { name: 'Към 0:12 във видеото' })).toBeVisible();
  await page.getByRole('button', { name: 'Променете бележката към 0:12' }).click();
  await page.getByRole('textbox', { name: 'Бележка към 0:12' }).fill('Дюзата е с 0,05 mm по-ниско');
  await page.getByRole('button', { name: 'Запазете', exact: true }).click();
  await expect(note(page, '0,05 mm')).toContainText('чака мрежа');
  await takeNote(page, 'Да купя лепило');
  await page.getByRole('button', { name: 'Изтрийте бележката към 0:00' }).click();
  await expect(notesPanel(page).getByText('Да купя лепило')).toHaveCount(0);
  await page.getByRole('button', { name: 'Върнете', exact: true }).click();
  await expect(note(page, 'Да купя лепило')).toBeVisible();
  await expectAccessibleInBoth(page);

  await first.offline(false);
  await waitUntilSynced(page);
  const other = await second.start();
  await signIn(other, learner.email);
  await waitUntilSynced(other);
  await other.goto(lessonUrl(2, 1));
  await openNotes(other);
  await note(other, '0,05 mm').getByText('1 по-ранна версия').click();
  await expect(note(other, '0,05 mm')).toContainText('Дюзата е ниско');
  await isReady(other);
  await other.getByRole('button', { name: 'Към 0:12 във видеото' }).click();
  await expect.poll(() => currentTime(other)).toBeCloseTo(12, 0);
  const saving = other.waitForEvent('download');
  await other.getByRole('button', { name: 'Запазете като текст' }).click();
  const text = await readFile(await (await saving).path(), 'utf8');
  expect(text).toMatch(/0:00 {2}Да купя лепило\n0:12 {2}Дюзата е с 0,05 mm по-ниско/);
});

test('resources download as files and stay available offline, a missing file opens in a new tab, and the transcript works by keyboard', {
  tag: '@desktop',
}, async ({ newDevice }) => {
  const learner = await newLearner('pro');
  const device = newDevice();
  const page = await device.start();
  await signIn(page, learner.email);
  await waitForWorker(page);
  await page.goto(lessonUrl(5, 2));
  await waitUntilSynced(page);

  await test.step('the transcript of the lesson, by keyboard', async () => {
    await isReady(page);
    const show = page.getByRole('button', { name: 'Покажете списъка по време' });
    if (await show.isVisible()) await show.click();
    const lines = page.getByRole('region', { name: 'По време' }).getByRole('listitem').getByRole('button');
    await tabTo(page, lines.first());
    for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowDown');
    await expect(lines.nth(3)).toBeFocused();
    await page.keyboard.press('Enter');
    // The list also has a chapter at the start, so the third caption is in its fourth row.
    await expect.poll(() => currentTime(page)).toBeGreaterThan(3);
    await expect(lines.nth(3)).toHaveAttribute('aria-current', 'true');
    await openComments(page);
    await expectAccessibleInBoth(page);
  });

  await page.getByRole('tab', { name: 'Ресурси' }).click();
  const cube = page.getByRole('button', { name: 'Свалете Калибрационно кубче 20 mm (STL)' });
  await expect(page.getByText(/3D модел STL/)).toBeVisible();
  const saving = page.waitForEvent('download');
  await cube.click();
  expect((await saving).suggestedFilename()).toBe('kalibracionno-kubche-20mm.stl');
  await expect(page.getByText('Downloaded Калибрационно кубче 20 mm (STL)')).toBeVisible();

  await test.step('a file that the storage does not serve', async () => {
    await device.context.route(/\/storage\/v1\/object\/sign\/resources\/karta-ot-testa\.csv\?/, (route) =>
      route.fulfill({ status: 404, contentType: 'application/json', body: '{"error":"not_found"}' }),
    );
    const opening = device.context.waitForEvent('page');
    await page.getByRole('button', { name: 'Свалете Карта за измерванията' }).click();
    await expect(page.getByText('Failed to download Карта за измерванията')).toBeVisible();
    await expect(page.getByText('Opening file in new tab as fallback')).toBeVisible();
    // On a slow machine the file may arrive so long after the click that the browser blocks the new tab. Then the toast shows a button.
    const open = page.getByRole('button', { name: 'Отворете', exact: true });
    if (await open.isVisible()) await open.click();
    await (await opening).close();
  });

  await test.step('offline: fetched files open again, the others show that they wait', async () => {
    await device.offline(true);
    await page.reload();
    await page.getByRole('tab', { name: 'Ресурси' }).click();
    await expect(page.getByText(/Няма мрежа\. Файловете със знак/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Свалете Карта за измерванията' })).toBeDisabled();
    await expectAccessibleInBoth(page);
    const again = page.waitForEvent('download');
    await cube.click();
    expect(await readFile(await (await again).path())).toHaveLength(2284);
  });
});
