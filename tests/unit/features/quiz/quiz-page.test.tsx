// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { type OpenOutbox, openMirror, openOutbox } from '@sync';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setIdentity } from '@/device/session/session-store';
import { remember } from '@/features/quiz/memory/attempt-memory';
import { QuizPage } from '@/features/quiz/quiz-page';
import type { AttemptData } from '@/shared/journal';
import type { QuizRow, ResultRow } from '@/shared/rows';
import { Q1, Q2, Q3, TEST, testRow } from '../../../helpers/quiz-row';
import { shownDocOf, shownDocsOf } from '../../../helpers/shown';

// The quiz page stores every answer and resumes an attempt. The tests use the real mirror and journal; each test has its own account.

// Long timeouts, because a busy machine must not fail the test.
configure({ asyncUtilTimeout: 10_000 });
const user = userEvent.setup();
let account = '';
let accounts = 0;
let outbox: OpenOutbox;

async function hold(row: QuizRow) {
  await openMirror(account).tests.put({ ...row, _scope: 'plan:basic', _seq: 1 });
}

function open(address = `/test/${TEST}`) {
  const router = createMemoryRouter([{ path: '/test/:testId?', element: <QuizPage /> }], { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  return router;
}

const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const attemptIds = async () => (await shownDocsOf(account, 'attempt')).map(({ id }) => id.slice('attempt/'.length));

async function keepAttempt(id: string, change: Partial<AttemptData> = {}) {
  const fresh = { test_id: TEST, started_at: 1_000, finished_at: null, time_spent: 0, answers: {} };
  return outbox.write('attempt', id, (before) => ({ ...(before?.data ?? fresh), ...change }));
}

beforeEach(async () => {
  // RxDB prints an advertisement.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  // The device is offline, because no server in this test answers the request for the server's time.
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  account = `00000000-0000-4000-8000-${String(++accounts).padStart(12, '0')}`;
  void setIdentity({
    uid: account,
    email: 'a@sloy.test',
    full_name: 'Иван',
    plan: 'pro',
    plan_checked_at: Date.now(),
    is_admin: false,
  });
  openMirror(account);
  outbox = await openOutbox(account);
});

afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('taking a quiz', () => {
  test('Finish replaces Next, and ignores presses until the finger was lifted', async () => {
    await hold(await testRow());
    open();
    await press('Start');
    await press('Next');
    await press('Next');
    const finish = await screen.findByRole('button', { name: 'Finish' });
    expect(finish.closest('[inert]')).not.toBeNull();
    await waitFor(() => expect(finish.closest('[inert]')).toBeNull());
  });

  test('each answer is stored in the journal when it is chosen, and the result needs no server', async () => {
    await hold(await testRow());
    const router = open();
    await press('Start');
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Previous' })).disabled).toBe(true);

    await user.click(screen.getByRole('radio', { name: 'Второ' }));
    const [id = ''] = await attemptIds();
    await waitFor(async () =>
      expect((await shownDocOf(account, 'attempt', id))?.data.answers[Q1]?.options).toEqual(['b']),
    );
    await press('Next');
    const heading = await screen.findByRole('heading', { name: /Два верни/ });
    expect(document.activeElement).toBe(heading);
    expect(heading.textContent).toBe('Въпрос 2 от 3 · 3 точкиДва верни');
    await user.click(screen.getByRole('checkbox', { name: 'Трето' }));
    await user.click(screen.getByRole('checkbox', { name: 'Първо' }));
    await press('Next');
    await user.click(screen.getByRole('radio', { name: 'Второ' }));
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
    await press('Finish');

    await screen.findByRole('heading', { name: 'Congratulations' });
    await screen.findByText('67 %');
    screen.getByText('Required: 60%');
    expect(screen.getByRole('status').textContent).toBe('резултатът чака потвърждение');
    const stored = (await shownDocOf(account, 'attempt', id))?.data;
    expect(stored?.answers[Q2]?.options).toEqual(['a', 'c']);
    expect(stored?.finished_at).toBeGreaterThan(0);
    expect(router.state.location.search).toBe(`?attempt=${id}`);
  });

  test('Exit keeps the attempt, and Continue resumes at the same question with the same answers', async () => {
    await hold(await testRow());
    open();
    await press('Start');
    await user.click(await screen.findByRole('radio', { name: 'Трето' }));
    await press('Next');
    await user.click(await screen.findByRole('checkbox', { name: 'Първо' }));
    await press('Изход');
    await screen.findByText('Имате започнат опит: отговорени са 2 от 3.');
    await press('Continue');
    await screen.findByRole('heading', { name: /Два верни/ });
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Първо' }).checked).toBe(true);
    await press('Previous');
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Трето' })).checked).toBe(true);
    expect(await attemptIds()).toHaveLength(1);
  });

  test('an attempt from another device resumes at its first unanswered question', async () => {
    await hold(await testRow());
    const id = crypto.randomUUID();
    await keepAttempt(id, { answers: { [Q1]: { options: ['b'], at: 5 } } });
    open(`/test/${TEST}?attempt=${id}`);
    await screen.findByRole('heading', { name: /Два верни/ });
  });

  test('a remembered question is used only if no answer is newer', async () => {
    await hold(await testRow());
    const id = crypto.randomUUID();
    await keepAttempt(id, { answers: { [Q1]: { options: ['b'], at: 5 }, [Q2]: { options: ['a'], at: 900 } } });
    remember(id, { question: Q1, at: 5 });
    open(`/test/${TEST}?attempt=${id}`);
    await screen.findByRole('heading', { name: /Вярно ли е/ });
    cleanup();
    remember(id, { question: Q1, at: 900 });
    open(`/test/${TEST}?attempt=${id}`);
    await screen.findByRole('heading', { name: /Един верен/ });
  });

  test('an attempt that another device finished shows its result', async () => {
    await hold(await testRow());
    const id = crypto.randomUUID();
    await keepAttempt(id);
    open(`/test/${TEST}?attempt=${id}`);
    await screen.findByRole('button', { name: 'Next' });
    await keepAttempt(id, { finished_at: 9_000 });
    await screen.findByRole('heading', { name: 'Test Complete' });
    await screen.findByText('Better luck next time!');
  });

  test('when the time runs out the attempt is finished with the given answers', async () => {
    await hold(await testRow({ time_limit: 1 }));
    const id = crypto.randomUUID();
    await keepAttempt(id, { time_spent: 57_500, answers: { [Q1]: { options: ['b'], at: 5 } } });
    open(`/test/${TEST}?attempt=${id}`);
    expect((await screen.findByRole('timer')).textContent).toMatch(/^0:0[0-3]$/);
    await screen.findByRole('heading', { name: 'Test Complete' });
    screen.getByText('Времето изтече. Тестът е приключен с отговорите дотук.');
    expect((await shownDocOf(account, 'attempt', id))?.data).toMatchObject({
      time_spent: 60_000,
      answers: { [Q1]: { options: ['b'], at: 5 } },
    });
  });

  test('leaving a quiz with a limit does not stop its time: it continues on the overview and ends the attempt there', async () => {
    await hold(await testRow({ time_limit: 1 }));
    const id = crypto.randomUUID();
    await keepAttempt(id, { time_spent: 56_000, answers: { [Q1]: { options: ['b'], at: 5 } } });
    open(`/test/${TEST}?attempt=${id}`);
    await press('Изход');
    await screen.findByText('Имате започнат опит: отговорени са 1 от 3.');
    expect((await screen.findByRole('timer', { name: 'Оставащо време' })).textContent).toMatch(/^0:0[0-4]$/);
    await screen.findByRole('heading', { name: 'Test Complete' });
    screen.getByText('Времето изтече. Тестът е приключен с отговорите дотук.');
    expect((await shownDocOf(account, 'attempt', id))?.data).toMatchObject({
      time_spent: 60_000,
      answers: { [Q1]: { options: ['b'], at: 5 } },
    });
  });

  const minutesAgo = (minutes: number, spent: number) => ({ spent, at: Date.now() - minutes * 60_000 });
  test.each([
    ['closed for an hour', minutesAgo(60, 5_000), { finished: true, spent: 600_000 }],
    ['closed for two minutes', minutesAgo(2, 5_000), { finished: false, spent: 125_000 }],
    ['closed while the clock was set back an hour', minutesAgo(-60, 5_000), { finished: false, spent: 5_000 }],
  ])('an attempt of ten minutes, %s, has the expected state', async (_, device, { finished, spent }) => {
    await hold(await testRow({ time_limit: 10 }));
    const id = crypto.randomUUID();
    await keepAttempt(id, { time_spent: 5_000 });
    remember(id, { device });
    open();
    if (finished) {
      await screen.findByText('Времето изтече. Тестът е приключен с отговорите дотук.');
      return expect((await shownDocOf(account, 'attempt', id))?.data).toMatchObject({
        time_spent: spent,
        finished_at: expect.any(Number),
      });
    }
    const seconds = async () => {
      const [minutes = 0, rest = 0] = ((await screen.findByRole('timer')).textContent ?? '').split(':').map(Number);
      return 600 - minutes * 60 - rest;
    };
    await waitFor(async () => expect(await seconds()).toBeGreaterThanOrEqual(spent / 1_000));
    expect(await seconds()).toBeLessThan(spent / 1_000 + 60);
    expect((await shownDocOf(account, 'attempt', id))?.data.finished_at).toBeNull();
  });

  test('the elapsed time is stored when the questions are left', async () => {
    await hold(await testRow());
    const id = crypto.randomUUID();
    await keepAttempt(id, { time_spent: 65_000 });
    open(`/test/${TEST}?attempt=${id}`);
    expect((await screen.findByRole('timer')).textContent).toMatch(/^1:(0[5-9]|[1-3]\d)$/);
    await press('Изход');
    await waitFor(async () =>
      expect((await shownDocOf(account, 'attempt', id))?.data.time_spent).toBeGreaterThan(65_000),
    );
    expect((await shownDocOf(account, 'attempt', id))?.data.time_spent).toBeLessThan(95_000);
  });
});

describe('the result page', () => {
  const confirmed = (id: string): ResultRow => ({
    id,
    test_id: TEST,
    score: 33,
    passed: false,
    time_spent: 61,
    completed_at: '2026-11-20T10:00:00.000Z',
    review: [
      { question_id: Q1, correct: true, correct_options: ['b'], explanation: 'Защото е второ.' },
      { question_id: Q2, correct: false, correct_options: ['a', 'c'], explanation: null },
      { question_id: Q3, correct: false, correct_options: ['a'], explanation: null },
    ],
  });

  test('the server’s score replaces the device’s, and the review appears with it', async () => {
    await hold(await testRow());
    const id = crypto.randomUUID();
    await keepAttempt(id, {
      finished_at: 9_000,
      answers: { [Q1]: { options: ['b'], at: 5 }, [Q3]: { options: ['a'], at: 6 } },
    });
    open(`/test/${TEST}?attempt=${id}`);
    await screen.findByText('67 %');
    expect(screen.queryByRole('heading', { name: 'Преглед на отговорите' })).toBeNull();
    await openMirror(account).results.put({ ...confirmed(id), _scope: `account:${account}`, _seq: 2 });
    await screen.findByText('33 %');
    screen.getByRole('heading', { name: 'Test Complete' });
    const review = within(screen.getByRole('region', { name: 'Преглед на отговорите' }));
    expect(review.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Вярно2 точкиЕдин веренВашият отговорВтороЗащото е второ.',
      'Грешно3 точкиДва верниВашият отговорбез отговорВерен отговорПърво; Трето',
      'Грешно1 точкаВярно ли еВашият отговорПървоВерен отговорПърво',
    ]);
  });

  test('a result of another device opens without its attempt', async () => {
    await hold(await testRow());
    const id = crypto.randomUUID();
    await openMirror(account).results.put({ ...confirmed(id), _scope: `account:${account}`, _seq: 2 });
    open();
    await user.click(await screen.findByRole('link', { name: /33 %/ }));
    await screen.findByText('1:01', { exact: false });
    await press('Close');
    await screen.findByRole('button', { name: 'Retake Test' });
  });
});

describe('the overview page', () => {
  test('without attempts left it shows that instead of offering one', async () => {
    await hold(await testRow({ max_attempts: 1 }));
    await keepAttempt(crypto.randomUUID(), { finished_at: 9_000 });
    open();
    await screen.findByText('Използвахте всички опити за този тест.');
    screen.getByText('1 от 1');
    expect(screen.queryByRole('button', { name: /Start|Retake/ })).toBeNull();
  });

  test('two attempts are stored as two documents', async () => {
    await hold(await testRow());
    open();
    for (const button of ['Start', 'Retake Test']) {
      await press(button);
      await press('Next');
      await press('Next');
      await press('Finish');
      await press('Close');
    }
    expect(await attemptIds()).toHaveLength(2);
    expect(await screen.findAllByRole('link', { name: /чака потвърждение/ })).toHaveLength(2);
  });

  test('a quiz without questions cannot be started', async () => {
    await hold(await testRow({ questions: [] }));
    open();
    expect((await screen.findByRole('alert')).textContent).toContain("This test doesn't have any questions yet");
    expect(screen.queryByRole('button', { name: 'Start' })).toBeNull();
  });

  test('a URL of an unknown quiz shows that', async () => {
    open('/test');
    expect((await screen.findByRole('alert')).textContent).toContain('No test ID provided');
  });
});
