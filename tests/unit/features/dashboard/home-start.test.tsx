// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { openMirror } from '@sync';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SectionsProvider } from '@/app/routing/sections';
import { setIdentity } from '@/device/session/session-store';
import { DashboardPage } from '@/features/dashboard/dashboard-page';
import type { LocalIdentity } from '@/shared/identity';

const COURSE = 'c0000000-0000-4000-8000-000000000001';
const lessons = ['d0000000-0000-4000-8000-000000000001', 'd0000000-0000-4000-8000-000000000002'];
const at = '2026-01-01T00:00:00Z';
let accounts = 0;
let identity: LocalIdentity;

beforeEach(async () => {
  accounts += 1;
  identity = {
    uid: `00000000-0000-4000-8000-00000000000${accounts}`,
    email: 'maria@sloy.test',
    full_name: 'Мария Илиева',
    plan: 'pro',
    plan_checked_at: Date.now(),
    is_admin: false,
  };
  await setIdentity(identity);
});

afterEach(async () => {
  cleanup();
  await setIdentity(null);
});

/** Stores two lessons and the server's progress for the first one. */
async function hold() {
  const mirror = openMirror(identity.uid);
  const placed = { _scope: 'public', _seq: 1, created_at: at, updated_at: at, thumbnail_url: null };
  const course = {
    id: COURSE,
    title: 'Основи',
    status: 'published',
    plan_type: 'basic',
    lesson_count: 2,
    duration_seconds: 600,
    ...placed,
  } as const;
  await mirror.courses.put({
    ...course,
    description: null,
    category: null,
    instructor: null,
    shape: null,
    hue: null,
    creator_id: null,
  });
  for (const [index, id] of lessons.entries())
    await mirror.videos.put({
      id,
      course_id: COURSE,
      title: `Урок ${id.at(-1)}`,
      duration_seconds: 300,
      order_position: index,
      is_free_preview: false,
      test_count: 0,
      ...placed,
    });
  const data = {
    video_id: lessons[0] ?? '',
    course_id: COURSE,
    intervals: [[0, 300_000] as const],
    position: 300_000,
    position_at: 1,
    duration: 300_000,
    completed: true,
    first_watched: 1,
  };
  const body = {
    id: `progress/${lessons[0]}`,
    kind: 'progress',
    at: 1,
    active_on: '2026-01-01',
    rev: 1,
    data,
  } as const;
  await mirror.progress.put({ ...body, _scope: `journal:${identity.uid}`, _seq: 1 });
}

const opened = async () =>
  (await indexedDB.databases()).map(({ name }) => name ?? '').filter((name) => name.includes(identity.uid));

const openHome = () =>
  render(
    <MemoryRouter initialEntries={['/dashboard']}>
      <SectionsProvider>
        <DashboardPage />
      </SectionsProvider>
    </MemoryRouter>,
  );

describe('the home', () => {
  test('shows the lesson to continue before the outbox is open, and in its first render when it opens again', async () => {
    await hold();
    const { unmount } = openHome();
    await screen.findByRole('heading', { name: /^Урок 2: / });
    expect(screen.getByRole('link', { name: 'Гледайте' }).getAttribute('href')).toBe(`/video/${lessons[1]}/${COURSE}`);
    expect(await opened()).toEqual([`sloy-mirror-${identity.uid}`]);
    unmount();
    openHome();
    expect(screen.getByRole('heading', { name: /^Урок 2: / })).toBeTruthy();
  });

  test('shows no data of the account before', async () => {
    await hold();
    const { unmount } = openHome();
    await screen.findByRole('heading', { name: /^Урок 2: / });
    unmount();
    await setIdentity({ ...identity, uid: identity.uid.replace(/.$/, 'f') });
    openHome();
    expect(screen.queryByRole('heading', { name: /^Урок/ })).toBeNull();
  });
});
