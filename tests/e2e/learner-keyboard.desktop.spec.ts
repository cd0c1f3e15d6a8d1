import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import readCode from 'jsqr';
import { embeddedFile, inflatedPdf, rectanglesOf } from '../helpers/pdf-file';
import { pdfText } from '../helpers/pdf-text';
import { expect, test } from './device';
import { journalOf, type Learner, newLearner, serverClient } from './learners';
import { expectAccessibleInBoth } from './pages/axe';
import { atQuestion, heading, option, tabTo } from './pages/quiz';
import { signIn, waitForWorker, waitUntilSynced } from './pages/shell';

// A learner without a mouse exports an event to an iCal file, and passes a quiz for a certificate that anybody can verify.

const press = async (page: Page, role: 'button' | 'link', name: string | RegExp) => {
  await tabTo(page, page.getByRole(role, { name, exact: typeof name === 'string' }).first());
  await page.keyboard.press('Enter');
};
const openSection = (page: Page, name: string) =>
  test.step(`open ${name}`, async () => {
    await tabTo(page, page.getByRole('navigation', { name: 'Раздели' }).getByRole('button', { name }));
    await page.keyboard.press('Enter');
  });

test('without a mouse: an event is found, registered for and exported to a calendar', async ({ page }) => {
  const [title, start] = [`Настройка на екструдер ${Date.now()}`, Date.now() + 9 * 86_400_000];
  const { data } = await serverClient()
    .from('events')
    .insert({
      ...{ title, description: 'Само за теста', location: 'Онлайн', duration_minutes: 60, type: 'webinar' },
      start_date: new Date(start).toISOString(),
      end_date: new Date(start + 3_600_000).toISOString(),
      ...{ status: 'active', max_participants: 5 },
    })
    .select('id')
    .single()
    .throwOnError();
  const learner = await newLearner('pro');
  await signIn(page, learner.email);
  await waitUntilSynced(page);
  await openSection(page, 'Събития');
  await tabTo(page, page.getByRole('searchbox', { name: 'Търсене в събитията' }));
  await page.keyboard.type(`nastroyka ${title.split(' ').at(-1)}`);
  await expect(page.getByRole('main').getByRole('heading', { level: 2, name: title })).toBeVisible();
  await press(page, 'button', `Запишете се: ${title}`);
  await expect(page.getByText(`Успешно се записахте за събитието "${title}"`)).toBeVisible();
  // The pressed button keeps the focus after its label changed.
  await expect(page.getByRole('button', { name: `Отпишете се: ${title}` })).toBeFocused();
  const download = page.waitForEvent('download');
  await press(page, 'button', `Добавете „${title}“ в календара си`);
  const file = readFileSync((await (await download).path()) ?? '', 'utf8');
  expect(file).toContain(`UID:${data?.id}@sloy`);
  expect(file.match(/BEGIN:VALARM/g)).toHaveLength(2);
  await expect.poll(async () => (await journalOf(learner)).map(({ kind }) => kind)).toContain('registration');
});

const quizzes = { here: 'e0000000-0000-4000-8000-000000000008', elsewhere: 'e0000000-0000-4000-8000-000000000009' };
const certificate = { id: 'b0000000-0000-4000-8000-000000000001', title: 'Оператор на 3D принтер' };

interface Question {
  id: string;
  text: string;
  options: { id: string; text: string; isCorrect: boolean }[];
}
const right = ({ options }: Question) => options.filter(({ isCorrect }) => isCorrect);

async function questionsOf(quiz: string): Promise<Question[]> {
  const query = serverClient().from('test_questions').select('id, text, options').eq('test_id', quiz);
  return (await query.throwOnError()).data as Question[];
}

/** Passes a quiz on another device of the same learner. */
async function passElsewhere({ api }: Learner, quiz: string) {
  const at = Date.now() - 60_000;
  const answers = (await questionsOf(quiz)).map((question) => [
    question.id,
    { options: right(question).map(({ id }) => id), at },
  ]);
  const data = {
    ...{ test_id: quiz, started_at: at, finished_at: at + 30_000, time_spent: 30_000 },
    answers: Object.fromEntries(answers),
  };
  const active_on = new Date(at).toLocaleDateString('sv', { timeZone: 'Europe/Sofia' });
  const doc = { id: `attempt/${crypto.randomUUID()}`, kind: 'attempt', at, active_on, rev: 0, data };
  const pushed = await api.rpc('sync_push', { p_docs: [doc] }).throwOnError();
  expect(pushed.data).toMatchObject([{ status: 'applied' }]);
}

/** Selects one option by keyboard: a radio button with the arrow keys, a check box with the space bar. */
async function choose(page: Page, name: string) {
  const wanted = option(page, name);
  if ((await wanted.getAttribute('type')) === 'checkbox') {
    await tabTo(page, wanted);
    await page.keyboard.press('Space');
  } else {
    await tabTo(page, page.getByRole('radio').first());
    await page.keyboard.press('Space');
    for (let presses = 0; presses < 4 && !(await wanted.isChecked()); presses++) await page.keyboard.press('ArrowDown');
  }
  await expect(wanted).toBeChecked();
}

/** From now on, counts the toasts of a tab that contain these words. */
const countMessages = (page: Page, words: string) =>
  page.evaluate((text) => {
    const seen = new Set<Element>();
    Object.assign(window, { seenMessages: seen });
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('[data-sonner-toast]'))
        if (toast.textContent?.includes(text)) seen.add(toast);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  }, words);
const messages = (page: Page) =>
  page.evaluate(() => ('seenMessages' in window ? (window.seenMessages as Set<Element>).size : -1));

test('without a mouse: a quiz passed offline becomes a certificate, its PDF, and a page that verifies it', async ({
  newDevice,
}) => {
  test.setTimeout(300_000);
  const learner = await newLearner('pro');
  await passElsewhere(learner, quizzes.elsewhere);
  const device = newDevice();
  const page = await device.start();
  await signIn(page, learner.email);
  await waitForWorker(page);
  await waitUntilSynced(page);
  const second = await device.context.newPage();
  await second.goto('/dashboard');
  await waitUntilSynced(second);
  for (const tab of [page, second]) await countMessages(tab, `„${certificate.title}“ е Ваш`);
  await openSection(page, 'Сертификати');
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: certificate.title }) });
  await expect(card.getByText('50 %', { exact: true })).toBeVisible();
  await expect(card.getByText('Сертификатът е заключен')).toBeVisible();
  await expectAccessibleInBoth(page);

  await test.step('take the quiz offline', async () => {
    await device.offline(true);
    await press(page, 'link', 'Подпори и ориентация');
    await press(page, 'button', 'Start');
    const questions = await questionsOf(quizzes.here);
    for (let number = 1; number <= questions.length; number++) {
      await atQuestion(page, number);
      const words = await heading(page).textContent();
      const question = questions.find(({ text }) => words?.includes(text));
      for (const { text } of question ? right(question) : []) await choose(page, text);
      await press(page, 'button', number === questions.length ? 'Finish' : 'Next');
    }
    await expect(page.getByText('Изпратен. Ще бъде оценен, щом има връзка')).toBeVisible();
    await press(page, 'button', 'Close');
    await press(page, 'link', 'Към урока');
    await press(page, 'link', 'Към таблото');
    await openSection(page, 'Сертификати');
    await expect(card.getByText('чака оценка')).toBeVisible();
    await expect(card.getByText('Решен е без мрежа. Сървърът ще го оцени при връзка.')).toBeVisible();
    await expect(card.getByRole('button', { name: 'Изтеглете PDF' })).toHaveCount(0);
  });

  await test.step('the server awards it, and one of two open tabs announces it', async () => {
    await device.offline(false);
    await expect(card.getByText('Спечелен', { exact: true })).toBeVisible({ timeout: 60_000 });
    await expect.poll(async () => (await messages(page)) + (await messages(second)), { timeout: 60_000 }).toBe(1);
    await second.close();
    await expect(card.getByText('Чака подписа на сървъра')).toBeHidden({ timeout: 90_000 });
    await expectAccessibleInBoth(page);
  });

  await test.step('its PDF is created without a network', async () => {
    await device.offline(true);
    const download = page.waitForEvent('download');
    await press(page, 'button', 'Изтеглете PDF');
    const file = await download;
    // First, because the message is gone after a few seconds.
    await expect(page.getByText('Сертификатът е изтеглен успешно!')).toBeVisible();
    expect(file.suggestedFilename()).toBe(`${certificate.title}.pdf`);
    const bytes = readFileSync((await file.path()) ?? '');
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.length).toBeLessThan(700_000);
    const query = serverClient()
      .from('issued_certificates')
      .select('serial, seal, credential')
      .eq('user_id', learner.id);
    const { data: issued } = await query.single().throwOnError();
    const document = inflatedPdf(bytes);
    expect(pdfText(document)).toContain('Мария Илиева');
    expect(embeddedFile(document, 'credential.jwt')).toBe(issued?.credential);
    const { pixels, width, height } = rectanglesOf(document, 8);
    const address = new URL(`/certificate/${issued?.serial}#${issued?.seal}`, page.url()).href;
    expect(readCode(pixels, width, height)?.data).toBe(address);
    expect(address.length).toBeGreaterThanOrEqual(330);
    expect(address.length).toBeLessThanOrEqual(540);
  });

  await test.step('anybody can verify it: offline, online, altered, unknown, revoked', async () => {
    await device.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await press(page, 'button', `Споделете сертификата „${certificate.title}“`);
    await expect(page.getByText('Адресът за проверка е копиран')).toBeVisible();
    const url = await page.evaluate(() => navigator.clipboard.readText());
    const result = (name: string) => expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
    await page.goto(url);
    await result('Сертификатът е истински, но не е проверено дали е отменен');
    await expect(page.getByText('Мария Илиева')).toBeVisible();
    await expectAccessibleInBoth(page);
    await expect(page.getByRole('button', { name: 'Опитайте отново' })).toBeVisible();
    await device.offline(false);
    await result('Сертификатът е истински');
    const [address = '', seal = ''] = url.split('#');
    await page.goto(`${address}#${seal.slice(0, -9)}${seal.at(-9) === 'A' ? 'B' : 'A'}${seal.slice(-8)}`);
    await result('Сертификатът е променен');
    await page.goto('/certificate/0000-0000-0000-0000');
    await result('Сертификатът е непознат');
    const { error } = await serverClient()
      .from('issued_certificates')
      .update({ revoked_at: new Date().toISOString(), reason: 'За теста' })
      .eq('user_id', learner.id);
    expect(error).toBeNull();
    await page.goto(url);
    await result('Сертификатът е отменен');
    await page.goto('/dashboard/certificates');
    await expect(card.getByText('Отменен', { exact: true })).toBeVisible({ timeout: 60_000 });
    await expect(card.getByRole('link', { name: 'пишете ни' })).toBeVisible();
    await expect(card.getByRole('button')).toHaveCount(0);
    await expectAccessibleInBoth(page);
  });
});
