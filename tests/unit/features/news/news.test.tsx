// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import '../../../helpers/silence-rxdb';
import { openMirror, openOutbox } from '@sync';
import { statusStore } from '@sync/engine/status';
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '@/device/session/session-store';
import { NewsBlock } from '@/features/dashboard/home/news-block';
import { Paywall } from '@/features/news/paywall';
import { catchUp, ownScopes } from '../../../helpers/scopes';

configure({ asyncUtilTimeout: 10_000 });
let account = '';
let accounts = 0;

beforeEach(async () => {
  account = `88888888-2222-4333-8444-${String(++accounts).padStart(12, '0')}`;
  const identity = {
    ...{ uid: account, email: 'maria@sloy.test', full_name: 'Мария', plan: 'pro' as const },
    ...{ plan_checked_at: Date.now(), is_admin: false },
  };
  useSession.setState({ identity, left: false });
  const mirror = openMirror(account);
  await openOutbox(account);
  await catchUp(mirror, ...ownScopes(account));
  statusStore.set({ phase: 'idle', pending: 0, rejected: 0, synced_at: 1, restored: true });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const news = (n: number) => ({
  ...{ id: `a0a0a0a0-0000-4000-8000-${String(n).padStart(12, '0')}`, title: `Новина ${n}`, summary: 'Кратко' },
  ...{ slug: `novina-${n}`, category: 'general' as const, image_url: null, reading_minutes: 1 },
  ...{ published_at: `2026-10-0${n}T10:00:00Z`, created_at: `2026-10-0${n}T10:00:00Z`, _scope: 'public', _seq: n },
});

test('„Още новини“ adds three news items at a time, and the focus continues at the first new one', async () => {
  await openMirror(account).news.bulkPut([1, 2, 3, 4, 5, 6, 7].map(news));
  render(<NewsBlock />, { wrapper: MemoryRouter });
  const shown = () => screen.getAllByRole('link').map(({ textContent }) => textContent);
  await screen.findByRole('link', { name: 'Новина 7' });
  expect(shown()).toEqual(['Новина 7', 'Новина 6', 'Новина 5']);
  await userEvent.click(screen.getByRole('button', { name: 'Още новини' }));
  await waitFor(() => expect(shown()).toHaveLength(6));
  await userEvent.click(screen.getByRole('button', { name: 'Още новини' }));
  await waitFor(() => expect(shown()).toHaveLength(7));
  expect(screen.queryByRole('button', { name: 'Още новини' })).toBeNull();
  expect(document.activeElement?.textContent).toBe('Новина 1');
});

const subscription = (trial_used: boolean) => ({
  ...{ id: account, has_pro_plan: true, has_premium_plan: false, subscription_id: null, status: null },
  ...{ billing_period: null, current_period_end: null, trial_ends_at: null, trial_used, cancel_at_period_end: false },
  ...{ created_at: '2026-10-01T10:00:00Z', updated_at: '2026-10-01T10:00:00Z', _scope: `account:${account}`, _seq: 1 },
});

test.each([
  [true, false, true],
  [true, true, false],
  [false, false, false],
])('online: %s, trial used: %s → the paywall offers the trial: %s', async (online, used, offered) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  const read = vi.spyOn(IDBObjectStore.prototype, 'get');
  await openMirror(account).subscriptions.put({ ...subscription(used) });
  render(<Paywall summary="Кратко" />, { wrapper: MemoryRouter });
  screen.getByRole('link', { name: 'Надградете до Premium' });
  screen.getByText('Приоритетна поддръжка и сваляне на уроци');
  const note = 'Започнете 7-дневен безплатен пробен период';
  if (offered) await screen.findByText(note);
  else {
    await waitFor(() => expect(read).toHaveBeenCalled());
    await Promise.resolve();
    expect(screen.queryByText(note)).toBeNull();
  }
});
