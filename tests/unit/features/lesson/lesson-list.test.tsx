// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { useSession } from '@/device/session/session-store';
import { LessonList } from '@/features/lesson/list/lesson-list';
import type { CourseRow, VideoRow } from '@/shared/rows';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const lesson = (id: string, is_free_preview: boolean): VideoRow => ({
  id,
  course_id: 'c',
  title: `Урок ${id}`,
  duration_seconds: 60,
  order_position: 1,
  is_free_preview,
  thumbnail_url: null,
  test_count: 0,
  created_at: '',
  updated_at: '',
});
const lessons = [lesson('1', true), lesson('2', false), lesson('3', false)];
const course = { id: 'c', title: 'Курс', plan_type: 'premium' } as CourseRow; // the list reads no other field

/** Target of each lesson in the list, for an account that has the third lesson on the device. */
function targets(plan: 'pro' | 'premium') {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const uid = '55555555-2222-4333-8444-000000000009';
  const identity = { uid, email: 'a@b.c', full_name: '', plan, plan_checked_at: Date.now(), is_admin: false };
  useSession.setState({ identity, left: false });
  const view = { video: lesson('1', true), lesson: undefined, course, lessons, readable: new Set(['3']) };
  render(
    <MemoryRouter>
      <LessonList view={view} />
    </MemoryRouter>,
  );
  return screen.getAllByRole('link').map((link) => link.getAttribute('href'));
}

test('lessons of a Premium course are locked for Pro, except previews and what is on the device', () => {
  expect(targets('pro')).toEqual(['/video/1/c', '/pricing', '/video/3/c']);
  expect(screen.getByRole('link', { name: 'Урок 2: вижте плановете' }).textContent).toContain(
    'Не е включен в плана Ви',
  );
});

test('nothing is locked for Premium', () => {
  expect(targets('premium')).toEqual(['/video/1/c', '/video/2/c', '/video/3/c']);
});
