// @vitest-environment happy-dom

import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { QuizEditorPage } from '@/features/courses/console/quiz-editor/quiz-page';
import { answer, press, seen, show, startConsole, stopConsole } from './console-backend';

// While a certificate requires a quiz, the editor shows the rules in force, and a save keeps the stored values.

vi.mock('@/device/service/requests', async () => ({
  backendClient: (await import('./console-backend')).backendClient,
}));

beforeEach(startConsole);
afterEach(stopConsole);

const id = '11111111-0000-4000-8000-000000000001';
const quiz = {
  ...{ id, course_id: '22222222-0000-4000-8000-000000000001', video_id: null, title: 'Тест', emoji: null },
  ...{ description: null, passing_score: 70, time_limit: 0, shuffle: false, max_attempts: 0, graded: false },
  ...{ status: 'published', row_version: 3, published_version: 1, deleted_at: null },
  ...{ created_at: '2026-11-01T10:00:00Z', updated_at: '2026-11-01T10:00:00Z' },
};
const boxes = () =>
  ['Разбъркани въпроси', 'Оценяван тест'].map((name) => {
    const { checked, disabled } = screen.getByRole<HTMLInputElement>('checkbox', { name });
    return { checked, disabled };
  });
const openEditor = () =>
  show(
    <Routes>
      <Route path="/admin/test-editor/:testId" element={<QuizEditorPage />} />
    </Routes>,
    `/admin/test-editor/${id}`,
  );

test('a certificate ticks and locks both boxes, and a save sends the stored values', async () => {
  const sent: { p_test: object }[] = [];
  answer('GET tests', quiz);
  answer('GET certificate_requirements', [{ minimum_score: 70, certificate: { id: 'c', title: 'Печатар' } }]);
  answer('POST rpc/save_test', (body: { p_test: object }) => {
    sent.push(body);
    return { ...quiz, ...body.p_test, row_version: 4, questions: [] };
  });
  const user = openEditor();
  await seen('Печатар');
  expect(boxes()).toEqual([
    { checked: true, disabled: true },
    { checked: true, disabled: true },
  ]);
  await user.type(screen.getByLabelText('Заглавие'), ' 2');
  await press(user, 'Запазете');
  await vi.waitFor(() => expect(sent).toHaveLength(1), 10_000);
  expect(sent[0]?.p_test).toMatchObject({ title: 'Тест 2', shuffle: false, graded: false });
}, 30_000);

test('without a certificate the boxes are free', async () => {
  answer('GET tests', quiz);
  openEditor();
  await screen.findByRole('checkbox', { name: 'Оценяван тест' }, { timeout: 10_000 });
  expect(boxes()).toEqual([
    { checked: false, disabled: false },
    { checked: false, disabled: false },
  ]);
});

test('hiding a quiz asks first and says how many learners are in it', async () => {
  let hidden = false;
  answer('GET tests', quiz);
  answer('POST rpc/learners_inside', 3);
  answer('POST rpc/unpublish_test', () => {
    hidden = true;
    return { ...quiz, status: 'draft', row_version: 4 };
  });
  const user = openEditor();
  await press(user, 'Скрийте от курсистите');
  await seen(/^3 курсисти са вътре сега: могат да довършат започнатото/);
  expect(hidden).toBe(false);
  await press(user, 'Скрийте теста');
  await seen('Тестът е скрит');
  expect(hidden).toBe(true);
}, 30_000);

test('one press saves and publishes what was typed', async () => {
  const calls: unknown[] = [];
  const options = [true, false].map((isCorrect, index) => ({ id: `o${index}`, text: `Отговор ${index}`, isCorrect }));
  const question = {
    ...{ id: '44444444-0000-4000-8000-000000000001', test_id: id, text: 'Колко слоя?', type: 'single', points: 1 },
    ...{ explanation: null, image_url: null, options, position: 1, order_position: 1 },
  };
  answer('GET tests', { ...quiz, status: 'draft', published_version: null });
  answer('GET test_questions', [question]);
  answer('POST rpc/save_test', (body: { p_test: object; p_questions: object[] }) => {
    calls.push(['save', body.p_test]);
    return { ...quiz, ...body.p_test, status: 'draft', row_version: 4, questions: body.p_questions };
  });
  answer('POST rpc/publish_test', (body: unknown) => {
    calls.push(['publish', body]);
    return { version: 1 };
  });
  const user = openEditor();
  await user.type(await screen.findByLabelText('Заглавие', {}, { timeout: 10_000 }), ' 2');
  await press(user, 'Запазете и публикувайте');
  await seen('Версия 1 е при курсистите');
  expect(calls).toMatchObject([
    ['save', { title: 'Тест 2' }],
    ['publish', { p_version: 4 }],
  ]);
}, 30_000);
