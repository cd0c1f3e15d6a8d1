// @vitest-environment happy-dom

import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CourseBuilderPage } from '@/features/courses/console/courses/courses-page';
import { NewsPage } from '@/features/news/console/news-page';
import { answer, seen, show, startConsole, stopConsole } from './console-backend';
import { course } from './console-rows';

// The lists that this page searches itself find titles with or without stress marks, composed or decomposed.

vi.mock('@/device/service/requests', async () => ({
  backendClient: (await import('./console-backend')).backendClient,
}));

beforeEach(startConsole);
afterEach(stopConsole);

const titles = ['Печа\u0301т без подпори', 'Слайсер'];
const item = {
  ...{ row_version: 1, deleted_at: null, created_at: '2026-11-01T10:00:00Z', summary: 'Кратко', content: 'Дълго' },
  ...{ category: 'general', status: 'draft', image_url: null },
};
const idOf = (index: number) => `11111111-0000-4000-8000-00000000000${index}`;

test.each([
  [0, 'печат'],
  [0, 'ПЕЧА\u0301Т'],
  [0, '\u200bпечат '],
  [1, 'сла\u0438\u0306сер'],
])('courses: title %i is found by %s', async (found, typed) => {
  answer(
    'GET courses',
    titles.map((title, index) => ({ ...course, id: idOf(index), title })),
  );
  const user = show(<CourseBuilderPage />);
  await seen(titles[0] as string);
  await user.type(screen.getByLabelText('Търсене по заглавие'), typed);
  await waitFor(() => expect(screen.queryByText(titles[1 - found] as string)).toBeNull(), { timeout: 10_000 });
  expect(screen.getByText(titles[found] as string)).toBeTruthy();
});

test.each([
  [0, 'печат'],
  [1, 'сла\u0438\u0306сер'],
])('news: title %i is found by %s', async (found, typed) => {
  answer(
    'GET news',
    titles.map((title, index) => ({ ...item, id: idOf(index), title, slug: `n${index}` })),
  );
  show(<NewsPage />, `/admin/dashboard?section=news&q=${encodeURIComponent(typed)}`);
  await seen(titles[found] as string);
  expect(screen.queryByText(titles[1 - found] as string)).toBeNull();
});
