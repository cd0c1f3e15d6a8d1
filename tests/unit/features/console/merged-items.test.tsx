// @vitest-environment happy-dom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { QuizEditorPage } from '@/features/courses/console/quiz-editor/quiz-page';
import { VideoEditPage } from '@/features/courses/console/video-edit/video-edit-page';
import { answer, Rejection, seen, show, startConsole, stopConsole } from './console-backend';
import { course, video } from './console-rows';

// After 409 the questions of a quiz and the chapters of a lesson are merged one by one; a clash shows both texts of the one question.

vi.mock('@/device/service/requests', async () => ({
  backendClient: (await import('./console-backend')).backendClient,
}));
vi.mock('@/device/storage/requests', () => ({
  signObject: () => Promise.reject(new Error('rejected')),
  signVideoUrl: () => Promise.reject(new Error('rejected')),
}));

beforeEach(startConsole);
afterEach(stopConsole);

const question = (id: string, text: string) => ({
  ...{ id, text, type: 'single', points: 1, explanation: null, image_url: null },
  options: [
    { id: 'o1', text: 'да', isCorrect: true },
    { id: 'o2', text: 'не', isCorrect: false },
  ],
});
const quiz = {
  ...{ id: '33333333-0000-4000-8000-000000000001', course_id: course.id, video_id: null, title: 'Слоеве' },
  ...{ emoji: null, description: null, passing_score: 70, time_limit: 0, shuffle: false, max_attempts: 0 },
  ...{ graded: false, status: 'draft', published_version: null, row_version: 1, deleted_at: null },
  ...{ created_at: '2026-11-01T10:00:00Z', updated_at: '2026-11-01T10:00:00Z' },
};
const stored = [question('a', 'Първи?'), question('b', 'Втори?'), question('c', 'Трети?')];

interface SavedQuiz {
  p_version: number;
  p_questions: { text: string }[];
}

/** Opens the quiz editor; the first save finds that another administrator has saved these questions. @returns the saves that followed */
async function editQuiz(theirs: object[]) {
  const saved: SavedQuiz[] = [];
  answer('GET tests', quiz);
  answer('GET test_questions', stored);
  answer('POST rpc/save_test', (body: SavedQuiz) => {
    if (body.p_version === 1)
      return new Rejection(
        409,
        'PT409',
        'version_conflict',
        JSON.stringify({ ...quiz, row_version: 2, questions: theirs }),
      );
    saved.push(body);
    return { ...quiz, row_version: 3, questions: body.p_questions };
  });
  show(
    <Routes>
      <Route path="/admin/test-editor/:testId" element={<QuizEditorPage />} />
    </Routes>,
    `/admin/test-editor/${quiz.id}`,
  );
  await seen('Първи?');
  return saved;
}

/** Opens a question and replaces its text. */
function retype(before: string, after: string) {
  fireEvent.click(screen.getByText(before, { selector: 'button *' }));
  fireEvent.change(screen.getByLabelText('Въпрос'), { target: { value: after } });
}
const save = (label = 'Запазете') => fireEvent.click(screen.getByText(label));

test('two administrators who changed different questions both keep theirs', async () => {
  const saved = await editQuiz([question('a', 'Първи?'), question('b', 'Втори?'), question('c', 'Техният трети?')]);
  retype('Първи?', 'Моят първи?');
  save();
  await seen('Промените на другия администратор са запазени заедно с Вашите.');
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.p_version).toBe(2);
  expect(saved[0]?.p_questions.map(({ text }) => text)).toEqual(['Моят първи?', 'Втори?', 'Техният трети?']);
});

test('a question that both changed shows both texts, and the rest is merged', async () => {
  const saved = await editQuiz([
    question('a', 'Първи?'),
    question('b', 'Техният втори?'),
    question('c', 'Техният трети?'),
  ]);
  retype('Първи?', 'Моят първи?');
  retype('Втори?', 'Моят втори?');
  save();
  const panel = await screen.findByRole('alert', { name: 'Редът се промени, докато пишехте' });
  // One choice: about the second question only.
  const choices = within(panel).getAllByRole('radio');
  expect(choices.map((choice) => choice.closest('label')?.textContent)).toEqual([
    'Моето:Моят втори?\n✓ да\n– не\n1 точка',
    'На другия:Техният втори?\n✓ да\n– не\n1 точка',
  ]);
  expect(within(panel).getByText('Въпрос: Слято: само едната страна го е променила')).toBeTruthy();
  expect(saved).toEqual([]);
  fireEvent.click(choices[1] as HTMLElement);
  save();
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.p_questions.map(({ text }) => text)).toEqual(['Моят първи?', 'Техният втори?', 'Техният трети?']);
});

test('chapters that two administrators changed are merged one by one', async () => {
  const vtt = (first: string, second: string) =>
    `WEBVTT\n\n00:00.000 --> 00:10.000\n${first}\n\n00:10.000 --> 00:20.000\n${second}`;
  const saved: object[] = [];
  answer('GET videos', [{ ...video, chapters: vtt('Начало', 'Край') }]);
  answer('PATCH videos', (body: { row_version: number; chapters: string }) => {
    const theirs = { ...video, chapters: vtt('Начало', 'Финал'), row_version: 2 };
    if (body.row_version === 1) return new Rejection(409, 'PT409', 'version_conflict', JSON.stringify(theirs));
    saved.push(body);
    return { ...theirs, chapters: body.chapters, row_version: 3 };
  });
  show(
    <Routes>
      <Route path="/admin/video-edit/:courseId/:videoId" element={<VideoEditPage />} />
    </Routes>,
    `/admin/video-edit/${course.id}/${video.id}`,
  );
  fireEvent.change(await screen.findByLabelText('Глави (WebVTT)'), { target: { value: vtt('Увод', 'Край') } });
  save('Save Changes');
  await waitFor(() => expect(saved).toMatchObject([{ chapters: vtt('Увод', 'Финал'), row_version: 2 }]));
});
