// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import '../../../helpers/silence-rxdb';
import { openMirror, openOutbox } from '@sync';
import { statusStore } from '@sync/engine/status';
import { act, cleanup, configure, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '@/device/session/session-store';
import { NotificationsSection } from '@/features/notifications/notifications-section';
import { toastsReady } from '@/ui/toast';
import { catchUp, ownScopes } from '../../../helpers/scopes';

configure({ asyncUtilTimeout: 10_000 });
const COUNT = 500;
const account = '99999999-2222-4333-8444-000000000001';
const newest = Date.parse('2026-11-20T10:00:00Z');
const row = (n: number) => ({
  ...{ id: `e0e0e0e0-0000-4000-8000-${String(n).padStart(12, '0')}`, title: `Известие ${n}`, message: '', link: null },
  ...{ type: n % 2 === 0 ? ('warning' as const) : ('info' as const), topic: 'admin' as const, is_read: true },
  ...{ created_at: new Date(newest - n * 60_000).toISOString(), _scope: `account:${account}`, _seq: n },
});

beforeEach(async () => {
  toastsReady(() => undefined);
  const identity = {
    ...{ uid: account, email: 'maria@sloy.test', full_name: 'Мария', plan: 'pro' as const },
    ...{ plan_checked_at: Date.now(), is_admin: false },
  };
  useSession.setState({ identity, left: false });
  const mirror = openMirror(account);
  await mirror.notifications.clear();
  await mirror.notifications.bulkPut(Array.from({ length: COUNT }, (_, index) => row(index + 1)));
  await openOutbox(account);
  await catchUp(mirror, ...ownScopes(account), 'plan:basic');
  statusStore.set({ phase: 'idle', pending: 0, rejected: 0, synced_at: 1, restored: true });
  render(
    <MemoryRouter>
      <NotificationsSection />
    </MemoryRouter>,
  );
  await screen.findByText('Известие 1');
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('hundreds of notifications put few rows into the document, and the list reports its whole length', () => {
  const items = screen.getAllByRole('listitem');
  expect(items.length).toBeGreaterThan(5);
  expect(items.length).toBeLessThan(60);
  expect(items[0]?.getAttribute('aria-setsize')).toBe(String(COUNT));
});

test('a deletion moves the focus to the list', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Изтрийте „Известие 3“' }));
  expect(screen.queryByText('Известие 3')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Известия' }));
});

test('a filter that is changed far down the list returns to its top', async () => {
  act(() => {
    window.scrollTo(0, 30_000);
    window.dispatchEvent(new Event('scroll'));
  });
  await userEvent.selectOptions(screen.getByLabelText('Вид'), 'warning');
  expect(window.scrollY).toBe(0);
  expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('Известие 2');
});
