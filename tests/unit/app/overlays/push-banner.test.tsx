// @vitest-environment happy-dom

import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PushBannerHost } from '@/app/overlays/push-banner-host';
import { OFFER_EVENT } from '@/app/overlays/use-open-path';
import { useSession } from '@/device/session/session-store';
import { useNotifications } from '@/features/notifications/queries/notifications';
import { PUSH_BANNER_EVENT } from '@/shared/names';
import type { NotificationRow } from '@/shared/rows';

vi.mock('@/features/notifications/queries/notifications', () => ({ useNotifications: vi.fn() }));

const identity = {
  uid: '11111111-2222-4333-8444-555555555555',
  email: 'ivan@sloy.test',
  full_name: 'Иван',
  plan: 'pro',
  plan_checked_at: Date.now(),
  is_admin: false,
} as const;

const known = (rows: Partial<NotificationRow>[]) =>
  vi.mocked(useNotifications).mockReturnValue({ status: 'ready', data: rows as NotificationRow[], complete: true });

beforeEach(() => {
  useSession.setState({ identity, left: false });
  known([]);
});
afterEach(cleanup);

/** A long timeout, because the banner's code is a separate chunk. */
const LAZILY = { timeout: 20_000 };

const tree = (path: string) => (
  <MemoryRouter initialEntries={[path]}>
    <PushBannerHost />
  </MemoryRouter>
);
const at = (path: string) => render(tree(path));
const push = (detail: unknown, event = PUSH_BANNER_EVENT) =>
  act(() => window.dispatchEvent(new CustomEvent(event, { detail })));

test('a push message in the open app stays on top until it is closed, and opens only allowed targets', async () => {
  at('/dashboard');
  push({ title: 'Нов курс', body: 'Първият урок Ви чака.', type: 'success', link: '/course/1' });
  expect(await screen.findByText('Нов курс', {}, LAZILY)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Отворете' }).getAttribute('href')).toBe('/course/1');
  push({ title: 'Чуждо', body: '', type: 'constructor', link: 'javascript:alert(1)' });
  expect(await screen.findByText('Чуждо', {}, LAZILY)).toBeDefined();
  expect(screen.queryByText('Нов курс')).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Затворете' }));
  expect(screen.queryByText('Чуждо')).toBeNull();
});

test('a message for one account does not show to the next account', async () => {
  at('/dashboard');
  push({ title: 'Само за Иван', body: '', type: 'info', link: null });
  expect(await screen.findByText('Само за Иван', {}, LAZILY)).toBeDefined();
  act(() => useSession.setState({ identity: null }));
  act(() => useSession.setState({ identity: { ...identity, uid: '22222222-2222-4333-8444-555555555555' } }));
  expect(screen.queryByText('Само за Иван')).toBeNull();
});

test('no banner covers a lesson or a quiz', async () => {
  at('/test/1');
  push({ title: 'Нов курс', body: '', type: 'info', link: null });
  await act(() => new Promise((next) => setTimeout(next)));
  expect(screen.queryByText('Нов курс')).toBeNull();
});

test('the banner closes when the notification is read elsewhere, but not because of the press that showed it', async () => {
  const message = { title: 'Нов курс', body: '', type: 'info', link: '/course/1', notification_id: 'notice-7' };
  for (const path of ['/dashboard', '/test/1']) {
    known([{ id: 'notice-7', is_read: false }]);
    const { rerender } = at(path);
    push(message, path === '/test/1' ? OFFER_EVENT : PUSH_BANNER_EVENT);
    expect(await screen.findByText('Нов курс', {}, LAZILY)).toBeDefined();
    known([{ id: 'notice-7', is_read: true }]);
    rerender(tree(path));
    expect(screen.queryAllByText('Нов курс')).toHaveLength(path === '/test/1' ? 1 : 0);
    cleanup();
  }
});
