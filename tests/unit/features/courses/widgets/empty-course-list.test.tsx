// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { openMirror } from '@sync';
import { cleanup, configure, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '@/device/session/session-store';
import { useCatalog } from '@/features/courses/queries';
import { CourseGrid } from '@/features/courses/widgets/course-grid';
import { toast } from '@/ui/toast';
import { Toaster } from '@/ui/toaster';
import { catchUp } from '../../../../helpers/scopes';

// 'Browse courses' in the empty course list asks the server and shows the outcome.

configure({ asyncUtilTimeout: 10_000 });
const { engine } = vi.hoisted(() => {
  type Status = { phase: string; synced_at: number | null; restored: boolean };
  const listeners = new Set<() => void>();
  const engine = {
    asked: 0,
    status: { phase: 'idle', synced_at: 1, restored: true } as Status,
    answer(change: Partial<Status>) {
      engine.status = { ...engine.status, ...change };
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return { engine };
});
vi.mock('@sync', async (original) => ({
  ...(await original<object>()),
  syncNow: () => void engine.asked++,
  syncStatus: { getState: () => engine.status, getInitialState: () => engine.status, subscribe: engine.subscribe },
}));

vi.mock('@/ui/toast', async (original) => {
  const module = await original<typeof import('@/ui/toast')>();
  return { ...module, toast: vi.fn(module.toast) };
});

const account = '33333333-2222-4333-8444-000000000002';
const course = {
  id: 'c0000000-0000-4000-8000-000000000001',
  title: 'Основи',
  description: null,
  category: null,
  instructor: null,
  shape: null,
  hue: null,
  creator_id: null,
  thumbnail_url: null,
  status: 'published' as const,
  plan_type: 'basic' as const,
  lesson_count: 2,
  duration_seconds: 600,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  _scope: 'public',
  _seq: 1,
};

beforeEach(() => {
  vi.mocked(toast).mockClear();
  engine.asked = 0;
  engine.status = { phase: 'idle', synced_at: 1, restored: true };
  const plan = { plan: 'pro' as const, plan_checked_at: Date.now() };
  useSession.setState({
    identity: { uid: account, email: 'maria@sloy.test', full_name: 'Мария', is_admin: false, ...plan },
    left: false,
  });
  openMirror(account);
});
afterEach(cleanup);

function Courses() {
  return <CourseGrid catalog={useCatalog()} progress={new Map()} mayRead={() => true} className="" />;
}
async function pressBrowse() {
  await catchUp(openMirror(account), 'public');
  render(
    <MemoryRouter>
      <Courses />
      <Toaster label="Съобщения" />
    </MemoryRouter>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Browse courses' }));
  expect(engine.asked).toBe(1);
}
const LATER = 9_000_000_000_000;
const EMPTY = 'Проверихме: още няма публикувани курсове';

test.each([
  ['that there are no courses', { synced_at: LATER }, EMPTY],
  ['nothing', { phase: 'failed' }, 'Сървърът не отговори. Опитайте отново след малко.'],
])('the server answers %s', async (_, answer, words) => {
  await pressBrowse();
  expect(screen.queryByText(words)).toBeNull();
  engine.answer(answer);
  await screen.findByText(words);
});

test('courses that the server answers with replace the empty list, and no message contradicts them', async () => {
  await pressBrowse();
  await openMirror(account).courses.put(course);
  engine.answer({ synced_at: LATER });
  await screen.findByRole('heading', { name: /Основи/ });
  expect(screen.queryByRole('button', { name: 'Browse courses' })).toBeNull();
  await openMirror(account).courses.clear();
  await screen.findByRole('button', { name: 'Browse courses' });
  expect(toast).not.toHaveBeenCalled();
});
