import { expect, test } from './device';
import { journalOf, newLearner, serverClient } from './learners';
import { expectAccessible } from './pages/axe';
import {
  answer,
  atQuestion,
  attempts,
  begin,
  heading,
  openTest,
  option,
  saved,
  tabTo,
  takeTest,
  testUrl,
} from './pages/quiz';
import { signIn, waitForWorker, waitUntilSynced } from './pages/shell';

test.describe.configure({ timeout: 240_000 });

const layers = 'e0000000-0000-4000-8000-000000000001';
const timed = 'e0000000-0000-4000-8000-000000000002';
const ofPremium = 'e0000000-0000-4000-8000-000000000004';
const calibration = 'e0000000-0000-4000-8000-000000000003';

/** The right answers to «Калибриране» by question, because its questions are shuffled. */
const right = {
  'минали 96': ['417'],
  'с една линия': ['0,90'],
  'Първо се настройва ретракцията': ['Невярно'],
  'калибрационно кубче': [
    'След като е изстинало',
    'В средата на стената, далеч от дъното',
    'Няколко пъти, после средното',
  ],
  'прекалено дълга': [
    'Зъбчатката може да изгризе филамента',
    'Горещ материал се изтегля нагоре и дюзата може да се запуши',
  ],
};

test('a quiz can be taken with the keyboard only, and its result is confirmed and explained', {
  tag: '@desktop',
}, async ({ page }) => {
  const learner = await newLearner('pro');
  await signIn(page, learner.email);
  await waitUntilSynced(page);
  await openTest(page, layers);
  await expectAccessible(page);

  const keys: string[][] = [
    ['Space', 'ArrowDown'],
    ['Space'],
    ['Space', 'Tab', 'Space', 'Tab', 'Space'],
    ['Space', 'ArrowDown', 'ArrowDown'],
    ['Space', 'ArrowDown'],
    ['Space', 'Tab', 'Space', 'Tab', 'Tab', 'Space'],
  ];
  await tabTo(page, page.getByRole('button', { name: 'Start' }));
  await page.keyboard.press('Enter');
  for (const [index, presses] of keys.entries()) {
    await atQuestion(page, index + 1);
    await expect(heading(page)).toBeFocused();
    if (index === 2) await expectAccessible(page);
    await tabTo(page, page.getByRole('radio').or(page.getByRole('checkbox')).first());
    for (const key of presses) await page.keyboard.press(key);
    await tabTo(page, page.getByRole('button', { name: index === keys.length - 1 ? 'Finish' : 'Next' }));
    await page.keyboard.press('Enter');
  }
  await expect(page.getByRole('heading', { name: 'Congratulations' })).toBeFocused();
  await expect(page.getByText(/^100\s%$/)).toBeVisible();
  await expect(page.getByText('Required: 70%')).toBeVisible();
  await expect(page.getByText('резултатът е потвърден')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('heading', { name: 'Преглед на отговорите' })).toBeVisible();
  await expect(page.getByText('E е оста на екструдера в милиметри филамент.', { exact: false })).toBeVisible();
  await expectAccessible(page);
  const { data } = await learner.api.from('test_results').select('test_id, score, passed');
  expect(data).toEqual([{ test_id: layers, score: 100, passed: true }]);
});

test('answers and time survive a kill of the browser during a quiz', { tag: '@desktop' }, async ({ newDevice }) => {
  const learner = await newLearner('pro');
  const device = newDevice();
  let page = await device.start();
  await signIn(page, learner.email);
  await waitUntilSynced(page);
  await waitForWorker(page);
  await openTest(page, timed);
  await begin(page);
  await expect(page.getByRole('timer')).toHaveText(/^(10:00|9:5\d)$/);
  await option(page, 'Свалям дюзата с около 0,02 mm').check();
  await page.getByRole('button', { name: 'Next' }).click();
  await option(page, 'Вярно').check();
  await page.getByRole('button', { name: 'Next' }).click();
  await atQuestion(page, 3);
  await option(page, 'Груба, мехуреста повърхност').check();
  await option(page, 'Пукане и съскане в дюзата').check();
  await saved(page);
  const [leftAt, left] = [Date.now(), await page.getByRole('timer').textContent()];
  const address = page.url();

  await device.kill();
  page = await device.start({ offline: true });
  await page.goto(address);
  await expect(heading(page)).toBeVisible();
  const after = await page.getByRole('timer').textContent();
  // Compare seconds, because «9:5…» is a shorter time than «10:00» but sorts after it as text.
  const seconds = (text: string | null) => (text ?? '').split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  expect(seconds(after)).toBeLessThanOrEqual(seconds(left));
  expect(seconds(after)).toBeGreaterThanOrEqual(seconds(left) - Math.ceil((Date.now() - leftAt) / 1_000) - 1);

  // The quiz opens at the same question, or at the first unanswered one if localStorage was lost.
  if ((await heading(page).textContent())?.startsWith('Въпрос 4 '))
    await page.getByRole('button', { name: 'Previous' }).click();
  await atQuestion(page, 3);
  await expect(option(page, 'Груба, мехуреста повърхност')).toBeChecked();
  await expect(option(page, 'Пукане и съскане в дюзата')).toBeChecked();
  await expect(option(page, 'Тънки нишки между частите')).not.toBeChecked();
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(option(page, 'Вярно')).toBeChecked();
  await page.getByRole('button', { name: 'Изход' }).click();
  await expect(page.getByText('Имате започнат опит: отговорени са 3 от 6.')).toBeVisible();

  await device.offline(false);
  await expect
    .poll(async () => Object.keys((await attemptsOn(learner))[0]?.data.answers ?? {}).length, { timeout: 60_000 })
    .toBe(3);
});

async function attemptsOn(learner: Parameters<typeof journalOf>[0]) {
  const docs = await journalOf(learner);
  return docs.filter(({ kind }) => kind === 'attempt');
}

test('two attempts made offline keep their results and are confirmed when the network returns', {
  tag: '@desktop',
}, async ({ newDevice }) => {
  const learner = await newLearner('pro');
  const device = newDevice();
  const page = await device.start();
  await signIn(page, learner.email);
  await waitForWorker(page);
  await waitUntilSynced(page);
  await openTest(page, calibration);
  await device.offline(true);
  await expect(page.getByText('Тестът може да се реши и сега', { exact: false })).toBeVisible();

  await begin(page);
  await takeTest(page, { 'минали 96': ['384'], 'с една линия': ['0,90'] }, 5);
  await expect(page.getByRole('heading', { name: 'Test Complete' })).toBeVisible();
  await expect(page.getByText('Better luck next time!')).toBeVisible();
  await expect(page.getByText(/^20\s%$/)).toBeVisible();
  await page.getByRole('button', { name: 'Retake Test' }).click();
  await takeTest(page, right, 5);
  await expect(page.getByRole('heading', { name: 'Congratulations' })).toBeVisible();
  await expect(page.getByText(/^100\s%$/)).toBeVisible();
  await expect(page.getByText('резултатът чака потвърждение')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Преглед на отговорите' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('2 от 3')).toBeVisible();
  await expect(attempts(page)).toHaveText([/^100\s%.*чака потвърждение/, /^20\s%.*чака потвърждение/]);

  await device.offline(false);
  await expect(attempts(page)).toHaveText([/^100\s%Издържан(?!.*чака)/, /^20\s%Неиздържан(?!.*чака)/], {
    timeout: 60_000,
  });
  const { data } = await learner.api.from('test_results').select('score').order('score');
  expect(data).toEqual([{ score: 20 }, { score: 100 }]);
  expect(await attemptsOn(learner)).toHaveLength(2);
});

test('an attempt that the server rejects shows the reason and does not count', { tag: '@desktop' }, async ({
  newDevice,
}) => {
  const learner = await newLearner('pro');
  const device = newDevice();
  const page = await device.start();
  await signIn(page, learner.email);
  await waitForWorker(page);
  await waitUntilSynced(page);
  await openTest(page, calibration);
  await device.offline(true);
  // Meanwhile another device has used up all three attempts.
  const used = Array.from({ length: 3 }, () => ({
    id: crypto.randomUUID(),
    user_id: learner.id,
    test_id: calibration,
    score: 40,
    passed: false,
    time_spent: 30,
    answers: {},
    completed_at: new Date().toISOString(),
  }));
  const { error } = await serverClient().from('test_results').insert(used);
  expect(error).toBeNull();
  await begin(page);
  await takeTest(page, right, 5);
  await device.offline(false);
  await expect(page.getByRole('alert')).toHaveText('Опитите за този тест са изчерпани, затова сървърът не прие този.', {
    timeout: 60_000,
  });
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Използвахте всички опити за този тест.')).toBeVisible();
  await expect(page.getByText('не е приет от сървъра')).toBeVisible();
});

test('an answer that does not fit on the disk shows a note without a layout shift, and is stored when there is space', async ({
  page,
}) => {
  const learner = await newLearner('pro');
  await signIn(page, learner.email);
  await waitUntilSynced(page);
  await openTest(page, layers);
  await begin(page);
  await page.evaluate(() => {
    const { put, add } = IDBObjectStore.prototype;
    const full = () => {
      throw new DOMException('The disk is full', 'QuotaExceededError');
    };
    Object.assign(IDBObjectStore.prototype, { put: full, add: full });
    Object.assign(window, { makeRoom: () => Object.assign(IDBObjectStore.prototype, { put, add }) });
  });
  const smooth = option(page, 'По-гладка стена');
  const place = await smooth.boundingBox();
  await smooth.check();
  const notice = page
    .getByRole('alert')
    .filter({ hasText: 'Отговорът не можа да се запише: на устройството няма място.' });
  await expect(notice).toBeVisible();
  expect(await smooth.boundingBox()).toEqual(place);
  await expectAccessible(page);
  await page.evaluate('makeRoom()');
  await notice.getByRole('button', { name: 'Опитайте отново' }).click();
  await saved(page);
  await expect(notice).toHaveCount(0);
  await page.reload();
  await expect(smooth).toBeChecked();
});

test('the browser’s Back button leaves the questions, not the quiz', { tag: '@desktop' }, async ({ page }) => {
  const learner = await newLearner('pro');
  await signIn(page, learner.email);
  await waitUntilSynced(page);
  await openTest(page, layers);
  await begin(page);
  await answer(page, { 'височината на слоя': ['По-гладка стена'] });
  await saved(page);
  await page.goBack();
  await expect(page).toHaveURL(testUrl(layers));
  await expect(page.getByText('Имате започнат опит: отговорени са 1 от 6.')).toBeVisible();
  await page.goForward();
  await expect(option(page, 'По-гладка стена')).toBeChecked();
  await page.reload();
  await expect(option(page, 'По-гладка стена')).toBeChecked();
});

test('an unknown quiz URL shows that; a quiz of an ended plan still shows its attempts', {
  tag: '@desktop',
}, async ({ page }) => {
  const learner = await newLearner('pro');
  const result = {
    id: crypto.randomUUID(),
    user_id: learner.id,
    test_id: ofPremium,
    score: 80,
    passed: true,
    time_spent: 65,
    answers: {},
  };
  expect((await serverClient().from('test_results').insert(result)).error).toBeNull();
  await signIn(page, learner.email);
  await waitUntilSynced(page);
  await page.goto(testUrl('e0000000-0000-4000-8000-0000000000ff'));
  await expect(page.getByRole('heading', { name: 'Test not found' })).toBeVisible();
  await page.goto(testUrl(ofPremium));
  await expect(page.getByRole('heading', { name: 'Този тест вече не е на разположение' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: '80 %' })).toContainText('Издържан');
  await expect(page.getByRole('link', { name: 'Вижте плановете' })).toHaveAttribute('href', '/pricing');
});
