// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { openMirror, openOutbox } from '@sync';
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '@/device/session/session-store';
import { BillingLine } from '@/features/dashboard/home/billing-line';

configure({ asyncUtilTimeout: 10_000 });
const account = '66666666-2222-4333-8444-000000000005';
const row = {
  message: 'Платете от настройките.',
  type: 'error' as const,
  link: '/settings?tab=billing',
  is_read: false,
  created_at: '2026-12-01T10:00:00Z',
  _scope: `account:${account}`,
};

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  useSession.setState({
    identity: {
      uid: account,
      email: 'a@sloy.test',
      full_name: 'Мария',
      plan: 'pro',
      plan_checked_at: Date.now(),
      is_admin: false,
    },
    left: false,
  });
  await openOutbox(account);
  await openMirror(account).notifications.bulkPut([
    { ...row, id: '66666666-2222-4333-8444-0000000000b1', title: 'Плащането не мина', topic: 'billing', _seq: 1 },
    {
      ...row,
      id: '66666666-2222-4333-8444-0000000000b0',
      title: 'Пробният Ви период свършва утре',
      topic: 'billing',
      created_at: '2026-11-30T10:00:00Z',
      _seq: 3,
    },
    {
      ...row,
      id: '66666666-2222-4333-8444-0000000000b2',
      title: 'Нов урок',
      topic: 'lesson',
      created_at: '2026-12-02T10:00:00Z',
      _seq: 2,
    },
  ]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('the newest message about payments shows on the home until it is read, and no earlier one after it', async () => {
  render(
    <MemoryRouter>
      <BillingLine />
    </MemoryRouter>,
  );
  const line = await screen.findByRole('alert');
  expect(line.textContent).toContain('Плащането не мина');
  expect(screen.getByRole('link', { name: 'Отворете абонамента' }).getAttribute('href')).toBe('/settings?tab=billing');
  fireEvent.click(screen.getByRole('button', { name: 'Прочетено' }));
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('a message about a plan that has ended links to the plans', async () => {
  await openMirror(account).notifications.put({
    ...row,
    id: '66666666-2222-4333-8444-0000000000b3',
    title: 'Платеният Ви план свърши',
    link: '/pricing',
    topic: 'billing',
    created_at: '2026-12-03T10:00:00Z',
    _seq: 4,
  });
  render(
    <MemoryRouter>
      <BillingLine />
    </MemoryRouter>,
  );
  expect((await screen.findByRole('link', { name: 'Вижте плановете' })).getAttribute('href')).toBe('/pricing');
  expect(screen.getByRole('alert').textContent).toContain('Платеният Ви план свърши');
});
