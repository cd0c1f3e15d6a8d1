// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { openMirror } from '@sync';
import { cleanup, configure, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SectionsProvider } from '@/app/routing/sections';
import { useSession } from '@/device/session/session-store';
import { SearchBox } from '@/features/shell/widgets/search/search-box';
import type { CourseRow } from '@/shared/rows';
import { catchUp } from '../../../../helpers/scopes';

configure({ asyncUtilTimeout: 10_000 });
const account = '66666666-2222-4333-8444-000000000003';

beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  Element.prototype.scrollIntoView ??= () => undefined;
  useSession.setState({
    identity: {
      uid: account,
      email: 'maria@sloy.test',
      full_name: 'Мария',
      plan: 'free',
      plan_checked_at: Date.now(),
      is_admin: false,
    },
    left: false,
  });
  const mirror = openMirror(account);
  const row = { _scope: 'public', _seq: 1 };
  const course = {
    id: 'course-1',
    title: 'Калибриране',
    description: '',
    category: '',
    plan_type: 'premium',
    status: 'published',
  };
  const video = {
    course_id: 'course-1',
    duration_seconds: 60,
    order_position: 0,
    thumbnail_url: null,
    test_count: 0,
    created_at: '2026-11-01T00:00:00Z',
    updated_at: '2026-11-01T00:00:00Z',
  };
  await mirror.courses.put({ ...course, ...row } as CourseRow & typeof row);
  await mirror.videos.bulkPut([
    { ...video, ...row, id: 'video-1', title: 'Екструдер под товар', is_free_preview: false },
    { ...video, ...row, id: 'video-2', title: 'Дюза без тайни', is_free_preview: true },
    { ...video, ...row, id: 'video-3', title: 'Основи на 3D печата', is_free_preview: true },
  ]);
  await catchUp(mirror, 'public');
});
afterEach(async () => {
  cleanup();
  await openMirror(account).news.clear();
  vi.unstubAllGlobals();
});

const search = async (word: string) => {
  const { container } = render(
    <MemoryRouter>
      <SectionsProvider>
        <SearchBox free wide replace={false} />
      </SectionsProvider>
    </MemoryRouter>,
  );
  await userEvent.type(screen.getByRole('combobox'), word);
  await screen.findAllByRole('option');
  return container;
};

test('a word that is found by its sound alone says so', async () => {
  await search('pe4ata');
  await screen.findByText(/^по звучене · \d/);
  cleanup();
  await search('печата');
  await screen.findByText(/^точно · \d/);
  expect(screen.queryByText(/^по звучене/)).toBeNull();
});

test.each([
  ['lessons alone have one column', 'екструдер', 0],
  ['news alone have one column', 'филамент', 0],
  ['lessons and news have two columns', 'дюза', 1],
])('of the results, %s', async (_, word, count) => {
  const row = {
    ...({ _scope: 'public', _seq: 1, slug: '', summary: '', category: 'general', image_url: null } as const),
    ...{ reading_minutes: 1, published_at: null, created_at: '2026-11-01T00:00:00Z' },
  };
  await openMirror(account).news.bulkPut([
    { ...row, id: 'news-1', title: 'Филамент от бутилки' },
    { ...row, id: 'news-2', title: 'Дюза от рубин' },
  ]);
  const container = await search(word);
  expect(container.querySelectorAll('.md\\:grid-cols-2')).toHaveLength(count);
});

const Where = () => <p>at {useLocation().pathname}</p>;

test.each([
  ['a lesson that needs a plan leads to the offer', 'екструдер', 'at /pricing'],
  ['a free preview opens', 'дюза', 'at /video-free/video-2'],
])('the search of a free account: %s', async (_, word, place) => {
  render(
    <MemoryRouter>
      <SectionsProvider>
        <SearchBox free replace={false} />
      </SectionsProvider>
      <Where />
    </MemoryRouter>,
  );
  await userEvent.type(screen.getByRole('combobox'), word);
  await userEvent.click(await screen.findByRole('option'));
  expect(screen.getByText(place)).toBeTruthy();
});
