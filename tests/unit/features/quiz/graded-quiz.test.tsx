// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { type OpenOutbox, openMirror, openOutbox } from '@sync';
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setIdentity } from '@/device/session/session-store';
import { QuizPage } from '@/features/quiz/quiz-page';
import type { QuizRow, ResultRow } from '@/shared/rows';

// Only the server can score a graded quiz, because the device has no digests of the quiz's right answers.

configure({ asyncUtilTimeout: 10_000 });
const QUIZ = 'e0000000-0000-4000-8000-000000000009';
let account: string;
const user = userEvent.setup();
let outbox: OpenOutbox;

const questions = [1, 2, 3].map((n) => ({
  id: `20000000-0000-4000-8000-00000000000${n}`,
  text: `Задача ${n}`,
  type: 'single' as const,
  points: 1,
  order_position: n,
  options: [
    { id: 'a', text: 'Първо' },
    { id: 'b', text: 'Второ' },
  ],
}));
const quiz: QuizRow = {
  id: QUIZ,
  video_id: null,
  course_id: 'c0000000-0000-4000-8000-000000000001',
  title: 'Кой материал за какво',
  emoji: null,
  description: null,
  passing_score: 60,
  time_limit: 0,
  shuffle: false,
  max_attempts: 0,
  graded: true,
  questions,
};

function open(search = '') {
  const router = createMemoryRouter([{ path: '/test/:testId?', element: <QuizPage /> }], {
    initialEntries: [`/test/${QUIZ}${search}`],
  });
  render(<RouterProvider router={router} />);
}
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));

const finish = (id: string, finished_at: number) =>
  outbox.write('attempt', id, () => ({
    test_id: QUIZ,
    started_at: finished_at - 60_000,
    finished_at,
    time_spent: 60_000,
    answers: {},
  }));

beforeEach(async () => {
  account = crypto.randomUUID();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined); // RxDB prints an advertisement
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  void setIdentity({
    uid: account,
    email: 'a@sloy.test',
    full_name: 'Иван',
    plan: 'pro',
    plan_checked_at: Date.now(),
    is_admin: false,
  });
  await openMirror(account).tests.put({ ...quiz, _scope: 'plan:basic', _seq: 1 });
  outbox = await openOutbox(account);
});
afterEach(cleanup);

test('an attempt finished offline waits for its score, and the next attempt opens in 10 minutes', async () => {
  open();
  await press('Start');
  await press('Next');
  await press('Next');
  // The page of the last question lists the unanswered questions, each with a link.
  const list = await screen.findByRole('region', { name: 'Въпроси без отговор' });
  expect(list.textContent).toContain('Без отговор: 3 въпроса');
  await press('Въпрос 2');
  await screen.findByRole('heading', { name: /^Въпрос 2 от 3/ });
  await user.click(screen.getByRole('radio', { name: 'Второ' }));
  await press('Next');
  await waitFor(() =>
    expect(screen.getAllByRole('button', { name: /^Въпрос \d$/ }).map(({ textContent }) => textContent)).toEqual([
      'Въпрос 1',
      'Въпрос 3',
    ]),
  );
  await press('Finish');
  await screen.findByText('Изпратен. Ще бъде оценен, щом има връзка');
  screen.getByRole('heading', { name: 'Test Complete' });
  expect(screen.queryByText(/\d\s%$/)).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Retake Test' }).disabled).toBe(true);
  screen.getByText(/^Следващ опит: от /);
});

const resultOf = (id: string, at: number, more: Partial<ResultRow>): ResultRow => ({
  ...{ id, test_id: QUIZ, score: 33, passed: false, time_spent: 60, counts: true, counted: true, review: [] },
  ...{ completed_at: new Date(at).toISOString(), scored_at: new Date(at).toISOString() },
  ...more,
});
const hold = (row: ResultRow) => openMirror(account).results.put({ ...row, _scope: `account:${account}`, _seq: 2 });

test('before passing, the result shows the score and nothing about the questions', async () => {
  const id = crypto.randomUUID();
  const at = Date.now() - 11 * 60_000;
  await finish(id, at);
  await hold(resultOf(id, at, {}));
  open(`?attempt=${id}`);
  await screen.findByText('33 %');
  screen.getByText('Верните отговори ще видите, когато издържите теста.');
  for (const text of ['Вярно', 'Грешно', 'Верен отговор', 'Вашият отговор', /^Точки/])
    expect(screen.queryByText(text)).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Retake Test' }).disabled).toBe(false);
});

test('an attempt that does not count shows why, without a score, and makes no pause', async () => {
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
  const at = Date.now() - 11 * 60_000;
  await hold(resultOf(first, at, {}));
  await finish(second, Date.now());
  await hold(resultOf(second, Date.now(), { score: null, counts: false, counted: false }));
  open(`?attempt=${second}`);
  await screen.findByText('Опитът е получен, но не се брои.');
  screen.getByText(/^Броят се по един опит на 10 минути/);
  screen.getByText(/Резултата му ще видите заедно с верните отговори\.$/);
  expect(screen.queryByText(/\d\s%$/)).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Retake Test' }).disabled).toBe(false);
  await press('Close');
  expect(await screen.findAllByText('Не се брои')).toHaveLength(1);
  screen.getByText('1 от 5 за 24 часа');
});

const certificate = {
  ...{ id: 'b0000000-0000-4000-8000-000000000001', title: 'Оператор', description: null, template_url: null },
  ...{ name_position: { x: 50, y: 50 }, name_font_size: 24, name_font_color: '#000000' },
};
const earn = async (requirements: { test_id: string; test_title: string; minimum_score: number }[], done: string[]) => {
  const mirror = openMirror(account);
  await mirror.certificates.put({ ...certificate, requirements, _scope: 'public', _seq: 3 });
  await mirror.certificate_progress.put({
    ...{ id: certificate.id, completed_requirements: done, progress_percentage: 100 },
    ...{ completed: done.length === requirements.length, completed_at: null },
    ...{ _scope: `account:${account}`, _seq: 4 },
  });
};
const passedAt = async (score: number) => {
  const id = crypto.randomUUID();
  await finish(id, Date.now());
  const review = questions.map(({ id: question_id }, n) => ({
    ...{ question_id, correct: n < 2, correct_options: ['a'], explanation: null },
  }));
  await hold(resultOf(id, Date.now(), { score, passed: true, review }));
  open(`?attempt=${id}`);
  await screen.findByRole('heading', { name: 'Congratulations' });
};
/** Puts the quiz into a course of two lessons. */
const inCourse = async (video_id: string | null) => {
  const mirror = openMirror(account);
  const { course_id } = quiz;
  const placed = { thumbnail_url: null, created_at: '', updated_at: '', _scope: 'public' };
  await mirror.tests.put({ ...quiz, video_id, _scope: 'plan:basic', _seq: 1 });
  await mirror.courses.put({
    ...{ id: course_id, title: 'Материали', plan_type: 'basic' as const, lesson_count: 2, duration_seconds: 600 },
    ...{ description: null, category: null, instructor: null, shape: null, hue: null, creator_id: null },
    ...{ ...placed, status: 'published' as const, _seq: 5 },
  });
  for (const [position, title] of ['Първи', 'Втори'].entries())
    await mirror.videos.put({
      ...{ id: `v${position + 1}`, course_id, title, order_position: position + 1, duration_seconds: 300 },
      ...{ ...placed, is_free_preview: false, test_count: 1, _seq: 6 },
    });
};
const own = { test_id: QUIZ, test_title: quiz.title, minimum_score: 60 };

test('the last required quiz shows the certificate just earned, and no button that must wait', async () => {
  await earn([own], [QUIZ]);
  await passedAt(67);
  const link = await screen.findByRole('link', { name: /^Спечелихте сертификата „Оператор“/ });
  expect(link.getAttribute('href')).toBe('/dashboard/certificates');
  expect(screen.queryByRole('button', { name: 'Retake Test' })).toBeNull();
  // The score counts questions, so the result counts them too.
  screen.getByText('Верни 2 от 3');
  expect(screen.queryByText(/^Точки/)).toBeNull();
});

test('a passed quiz leads to the next one that the certificate requires', async () => {
  await earn([own, { test_id: 'next', test_title: 'Втори тест', minimum_score: 70 }], [QUIZ]);
  await passedAt(67);
  const link = await screen.findByRole('link', { name: /^Още един тест за сертификата „Оператор“\s*Втори тест$/ });
  expect(link.getAttribute('href')).toBe('/test/next');
});

const failedAt = async (score: number) => {
  const id = crypto.randomUUID();
  const at = Date.now() - 11 * 60_000;
  await finish(id, at);
  await hold(resultOf(id, at, { score }));
  open(`?attempt=${id}`);
  await screen.findByText(`${score} %`);
};

test('a failed quiz says what the certificate needs, and a quiz of the course leads back to the course', async () => {
  await inCourse(null);
  await earn([own], []);
  await failedAt(33);
  const needs = await screen.findByRole('link', { name: /^За сертификата „Оператор“ са нужни 60 %/ });
  expect(needs.getAttribute('href')).toBe(`/test/${QUIZ}`);
  const course = await screen.findByRole('link', { name: /^Обратно към курса\s*Материали$/ });
  expect(course.getAttribute('href')).toBe(`/course/${quiz.course_id}`);
});

test.each([
  ['v1', /^Следващ урок\s*Втори$/, `/video/v2/${quiz.course_id}`],
  ['v2', /^Обратно към курса\s*Материали$/, `/course/${quiz.course_id}`],
])('after the quiz of lesson %s the course goes on', async (lesson, name, href) => {
  await inCourse(lesson);
  await failedAt(33);
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(href);
});

test('after five attempts in a day the overview shows the limit and when the next attempt opens', async () => {
  for (const n of [1, 2, 3, 4, 5]) {
    const at = Date.now() - n * 60 * 60_000;
    await hold(resultOf(crypto.randomUUID(), at, {}));
  }
  open();
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Retake Test' })).disabled).toBe(true);
  screen.getByText(/^Направихте 5 опита за 24 часа\. Следващ опит: от /);
  screen.getByText('5 от 5 за 24 часа');
});
