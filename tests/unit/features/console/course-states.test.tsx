// @vitest-environment happy-dom

import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CourseEditorPage } from '@/features/courses/console/course-editor/course-editor-page';
import { CourseSettingsPage } from '@/features/courses/console/course-settings/course-settings-page';
import { CourseBuilderPage } from '@/features/courses/console/courses/courses-page';
import { QuizBuilderPage, QuizEditorPage } from '@/features/courses/console/quiz-editor/quiz-page';
import { VideoEditPage } from '@/features/courses/console/video-edit/video-edit-page';
import { VideoUploadPage } from '@/features/courses/console/video-upload/video-upload-page';
import { answer, noAnswer, press, Rejection, seen, show, startConsole, stopConsole } from './console-backend';

// Course screens of the console restore rows from the trash, enforce the conditions for publishing, and act once when a button is clicked twice.

vi.mock('@/device/service/requests', async () => ({
  backendClient: (await import('./console-backend')).backendClient,
}));
vi.mock('@/device/storage/requests', () => ({
  signObject: () => Promise.reject(new Error('rejected')),
  signVideoUrl: () => Promise.reject(new Error('rejected')),
}));

beforeEach(startConsole);
afterEach(stopConsole);

const courseId = '11111111-0000-4000-8000-000000000001';
const videoId = '22222222-0000-4000-8000-000000000001';
const testId = '33333333-0000-4000-8000-000000000001';
const base = {
  row_version: 1,
  deleted_at: null,
  created_at: '2026-11-01T10:00:00Z',
  updated_at: '2026-11-01T10:00:00Z',
};
const trashed = { ...base, deleted_at: '2026-11-02T10:00:00Z' };
const course = {
  ...base,
  id: courseId,
  title: 'Калибриране',
  description: null,
  status: 'published',
  plan_type: 'basic',
  ...{ thumbnail_url: null, category: null, instructor: null, shape: null, hue: null },
};
const video = {
  ...{ ...base, id: videoId, course_id: courseId, title: 'Кубче', description: null, video_url: null, captions: null },
  ...{ media_bytes: null, chapters: null, duration_seconds: 20, order_position: 1, thumbnail_url: null },
  ...{ is_free_preview: false, status: 'published' },
};
const quiz = {
  ...{ ...base, id: testId, course_id: courseId, video_id: null, title: 'Слоеве', emoji: null, description: null },
  ...{ passing_score: 70, time_limit: 0, shuffle: false, max_attempts: 0, graded: false, status: 'draft' },
  published_version: null,
};

const open = (address: string) =>
  show(
    <Routes>
      <Route path="/admin/courses" element={<CourseBuilderPage />} />
      <Route path="/admin/course-editor/:courseId" element={<CourseEditorPage />} />
      <Route path="/admin/course-settings/:courseId" element={<CourseSettingsPage />} />
      <Route path="/admin/video-edit/:courseId/:videoId" element={<VideoEditPage />} />
      <Route path="/admin/video-upload/:courseId" element={<VideoUploadPage />} />
      <Route path="/admin/test-builder/:courseId" element={<QuizBuilderPage />} />
      <Route path="/admin/test-editor/:testId" element={<QuizEditorPage />} />
    </Routes>,
    address,
  );

test.each([
  ['courses', `/admin/course-editor/${courseId}`, { ...course, ...trashed }],
  ['courses', `/admin/course-settings/${courseId}`, { ...course, ...trashed }],
  ['videos', `/admin/video-edit/${courseId}/${videoId}`, { ...video, ...trashed }],
  ['courses', `/admin/test-builder/${courseId}`, { ...course, ...trashed }],
  ['courses', `/admin/video-upload/${courseId}`, { ...course, ...trashed }],
  ['tests', `/admin/test-editor/${testId}`, { ...quiz, ...trashed }],
])('a row of %s in the trash can be restored where it was open: %s', async (table, address, row) => {
  // The quiz editor requests a single row, the other editors request a list.
  answer(`GET ${table}`, table === 'tests' ? row : [row]);
  const restored: unknown[] = [];
  answer('POST rpc/restore', (request: unknown) => {
    restored.push(request);
    return row;
  });
  const user = open(address);
  await seen(/^Преместен е в кошчето/);
  await press(user, 'Върнете');
  await seen('Върнато е');
  expect(restored).toEqual([{ p_table: table, p_id: row.id }]);
});

test('the quiz builder needs a course that exists', async () => {
  open(`/admin/test-builder/${courseId}`);
  await seen('Course not found.');
  expect(screen.queryByLabelText('Заглавие')).toBeNull();
  cleanup();
  answer('GET courses', [course]);
  open(`/admin/test-builder/${courseId}`);
  await screen.findByLabelText('Заглавие');
});

test('the upload wizard needs a course that exists', async () => {
  open(`/admin/video-upload/${courseId}`);
  await seen('Course not found.');
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  cleanup();
  answer('GET courses', [course]);
  open(`/admin/video-upload/${courseId}`);
  await screen.findByRole('button', { name: 'Next' });
});

test('without an answer about the course the upload wizard can be filled in', async () => {
  answer('GET courses', noAnswer);
  open(`/admin/video-upload/${courseId}`);
  await screen.findByRole('button', { name: 'Next' });
});

test('new lessons of a published course are published without changing its status', async () => {
  const draft = { ...video, id: '22222222-0000-4000-8000-000000000002', title: 'Нов', status: 'draft' };
  answer('GET courses', [course]);
  answer('GET videos', [{ ...video, video_url: 'a.mp4' }, draft]);
  answer('POST rpc/course_checklist', { ok: true, lessons: 1, drafts: 1, items: [] });
  const user = open(`/admin/course-settings/${courseId}`);
  const publishing = await screen.findByRole('region', { name: 'Публикуване' });
  const publish = await within(publishing).findByRole('button', { name: 'Публикувайте 1 урок' });
  // The draft lesson has no video file, and the unmet condition names that lesson.
  expect(publish).toHaveProperty('disabled', true);
  expect(within(publishing).getByRole('link', { name: 'Урокът няма видео файл: Нов' }).getAttribute('href')).toBe(
    `/admin/video-edit/${courseId}/${draft.id}`,
  );
  answer('GET videos', [
    { ...video, video_url: 'a.mp4' },
    { ...draft, video_url: 'b.mp4' },
  ]);
  answer('GET courses', [course]);
  const calls: unknown[] = [];
  answer('POST rpc/publish_course', (request: unknown) => {
    calls.push(request);
    return course;
  });
  answer('PATCH courses', course);
  await user.type(screen.getByLabelText('Категория'), 'а');
  await press(user, 'Запазете');
  await waitFor(() => expect(publish).toHaveProperty('disabled', false));
  await user.click(publish);
  await seen('Урокът е при курсистите');
  expect(calls).toEqual([{ p_course: courseId, p_version: 1, p_status: 'published', p_with_lessons: true }]);
});

test('adding a lesson is the next step only until the course can be published', async () => {
  answer('GET courses', [course]);
  answer('GET videos', [{ ...video, video_url: 'a.mp4' }]);
  answer('POST rpc/course_checklist', { ok: true, lessons: 1, drafts: 0, items: [] });
  open(`/admin/course-editor/${courseId}`);
  expect((await screen.findByRole('link', { name: 'Add New Video' })).className).toContain('bg-accent');
  cleanup();
  answer('GET courses', [{ ...course, status: 'draft' }]);
  open(`/admin/course-editor/${courseId}`);
  expect((await screen.findByRole('button', { name: 'Публикувайте' })).className).toContain('bg-accent');
  expect(screen.getByRole('link', { name: 'Add New Video' }).className).not.toContain('bg-accent');
});

test('a course is duplicated once, however often the button is pressed', async () => {
  answer('GET courses', [course]);
  const copies = new Set<string>();
  answer('POST rpc/duplicate_course', (request: { p_id: string }) => {
    copies.add(request.p_id);
    return { ...course, title: 'Калибриране (копие)' };
  });
  const user = open('/admin/courses');
  const button = await screen.findByRole('button', { name: 'Дублирайте: Калибриране' });
  await user.dblClick(button);
  await seen('„Калибриране (копие)“ е дублиран като чернова');
  expect(copies.size).toBe(1);
});

test('a quiz takes 200 questions of a longer file, and shows the first one that cannot be answered', async () => {
  answer('GET tests', quiz);
  answer('GET test_questions', []);
  const user = open(`/admin/test-editor/${testId}`);
  await screen.findByRole('heading', { name: 'Въпроси (0)' });
  const rows = Array.from({ length: 250 }, (_, index) => `single,Въпрос ${index},1,,1,да,не`);
  const csv = ['type,question,points,explanation,correct,option_1,option_2', ...rows].join('\n');
  await user.upload(
    screen.getByLabelText('Внесете CSV, GIFT или Moodle XML'),
    new File([csv], 'a.csv', { type: 'text/csv' }),
  );
  await seen(/добавят се първите 200 от файла/);
  await press(user, 'Добавете 200');
  await screen.findByRole('heading', { name: 'Въпроси (200)' });
  expect(screen.getByRole('button', { name: 'Добавете въпрос' })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('button', { name: /^7\s*Въпрос 6/ }));
  const card = screen.getByRole('region', { name: 'Въпрос 7' });
  expect(document.activeElement).toBe(within(card).getByRole('heading', { name: 'Въпрос 7' }));
  await user.clear(within(card).getByLabelText('Въпрос'));
  answer('POST rpc/save_test', (request: { p_questions: unknown[] }) => ({
    ...{ ...quiz, row_version: 2 },
    questions: request.p_questions,
  }));
  answer('GET tests', { ...quiz, row_version: 2 });
  await user.click(screen.getByRole('button', { name: '1 Въпрос 0 Един верен · 1 точка' }));
  await press(user, 'Запазете');
  await seen('Тестът е запазен');
});

test('a rejected lesson status says why, and the input stays', async () => {
  answer('GET videos', [{ ...video, status: 'draft' }]);
  answer('PATCH videos', new Rejection(400, 'P0001', 'checklist', '{}'));
  const user = open(`/admin/video-edit/${courseId}/${videoId}`);
  await user.selectOptions(await screen.findByLabelText('Състояние'), 'Публикуван');
  await press(user, 'Save Changes');
  await seen('Урокът няма видео файл или продължителност, затова остава чернова.');
  expect(screen.getByLabelText('Състояние')).toHaveProperty('value', 'published');
  await user.type(screen.getByLabelText('Глави (WebVTT)'), 'Начало');
  await press(user, 'Save Changes');
  await seen('Текстът започва с реда WEBVTT');
  expect(document.activeElement).toBe(screen.getByLabelText('Глави (WebVTT)'));
});

test('the hardest questions are only those that somebody answered', async () => {
  const question = (id: string, words: string, answered: number) => ({
    ...{ id, text: words, answered, wrong: answered, wrong_rate: answered ? 1 : 0, common_wrong: null },
  });
  answer('GET courses', [course]);
  answer('GET tests', [quiz]);
  answer('POST rpc/test_statistics', {
    ...{ attempts: 1, learners: 1, passed: 0, pass_rate: 0, average_score: 0 },
    questions: [question('a', 'Колко слоя?', 1), question('b', 'Колко минути?', 0)],
  });
  open(`/admin/course-editor/${courseId}?tab=statistics`);
  await seen('Колко слоя?');
  expect(screen.queryByText('Колко минути?')).toBeNull();
});

test('a quiz that a certificate requires says what is in force, why, and that the scores disagree', async () => {
  answer('GET tests', quiz);
  answer('GET test_questions', []);
  answer('GET certificate_requirements', [{ minimum_score: 80, certificate: { id: 'c1', title: 'Оператор' } }]);
  open(`/admin/test-editor/${testId}`);
  const link = await screen.findByRole('link', { name: 'Оператор' }, { timeout: 10_000 });
  expect(link.getAttribute('href')).toContain('dialog=requirements%3Ac1');
  expect(screen.getByText(/Затова е оценяван, въпросите са разбъркани/)).toBeTruthy();
  expect(screen.getByText(/Прагът на теста е 70 %/)).toBeTruthy();
});
