// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import '../../../helpers/silence-rxdb';
import { openMirror, openOutbox } from '@sync';
import { statusStore } from '@sync/engine/status';
import { act, cleanup, configure, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signOut } from '@/device/session/requests';
import { useSession } from '@/device/session/session-store';
import { EventsSection } from '@/features/events/events-section';
import { type Toast, toastsReady } from '@/ui/toast';
import { catchUp, ownScopes } from '../../../helpers/scopes';

vi.mock('@/device/session/requests', () => ({ signOut: vi.fn(async () => undefined) }));
configure({ asyncUtilTimeout: 10_000 });
const account = '77777777-2222-4333-8444-000000000001';
const idOf = (n: number) => `d0d0d0d0-0000-4000-8000-${String(n).padStart(12, '0')}`;
const HOUR_MS = 3_600_000;
let shown: Toast[] = [];

const event = (n: number, startsIn: number, change = {}) => ({
  ...{ id: idOf(n), title: `Събитие ${n}`, description: null, image_url: null, location: 'Онлайн' },
  ...{
    type: 'webinar' as const,
    is_free: true,
    max_participants: 5,
    current_participants: 3,
    status: 'active' as const,
  },
  start_date: new Date(Date.now() + startsIn).toISOString(),
  end_date: new Date(Date.now() + startsIn + HOUR_MS).toISOString(),
  ...{ duration_minutes: 60, created_at: '2026-11-20T10:00:00Z', updated_at: '2026-11-20T10:00:00Z' },
  ...{ _scope: 'public', _seq: n },
  ...change,
});
const link = (n: number) => ({
  ...{ id: idOf(n), join_url: `https://meet.example.com/${n}` },
  ...{ _scope: `account:${account}`, _seq: n },
});

beforeEach(async () => {
  shown = [];
  toastsReady((toast) => shown.push(toast));
  const identity = {
    ...{ uid: account, email: 'maria@sloy.test', full_name: 'Мария', plan: 'pro' as const },
    ...{ plan_checked_at: Date.now(), is_admin: false },
  };
  useSession.setState({ identity, left: false });
  const mirror = openMirror(account);
  await mirror.events.clear();
  await openOutbox(account);
  await catchUp(mirror, ...ownScopes(account), 'plan:basic');
  statusStore.set({ phase: 'idle', pending: 0, rejected: 0, synced_at: 1, restored: true });
});
afterEach(cleanup);

async function itemOf(n: number) {
  const title = await screen.findByRole('heading', { level: 2, name: `Събитие ${n}` });
  return within(title.closest('li') as HTMLElement);
}
const open = () =>
  render(
    <MemoryRouter>
      <EventsSection />
    </MemoryRouter>,
  );

test('a registration and its withdrawal show at once on the item, with their toasts', async () => {
  await openMirror(account).events.bulkPut([event(1, 48 * HOUR_MS), event(2, 96 * HOUR_MS)]);
  open();
  const item = await itemOf(2);
  item.getByText('2 свободни места от 5');
  await userEvent.click(item.getByRole('button', { name: 'Запишете се: Събитие 2' }));
  await item.findByRole('button', { name: 'Отпишете се: Събитие 2' });
  item.getByText('1 свободно място от 5');
  item.getByText('Чака потвърждение от сървъра');
  await userEvent.click(item.getByRole('button', { name: 'Отпишете се: Събитие 2' }));
  await item.findByText('2 свободни места от 5');
  expect(shown.map(({ title }) => title)).toEqual([
    'Успешно се записахте за събитието "Събитие 2"',
    'Успешно се отписахте от събитието "Събитие 2"',
  ]);
});

test('the filters count their events, and show no zero', async () => {
  await openMirror(account).events.bulkPut([event(1, 48 * HOUR_MS)]);
  open();
  await screen.findByRole('radio', { name: 'Предстоящи 1' });
  for (const name of ['Моите', 'Минали']) screen.getByRole('radio', { name });
});

test('the link appears to a registered learner fifteen minutes before the start, and a cancelled event keeps its calendar file', async () => {
  const mirror = openMirror(account);
  await mirror.events.bulkPut([
    event(3, HOUR_MS / 6),
    event(4, HOUR_MS / 2),
    event(5, 48 * HOUR_MS, { status: 'cancelled' }),
    event(6, 72 * HOUR_MS, { status: 'cancelled' }),
  ]);
  await mirror.event_links.bulkPut([link(3), link(4)]);
  const outbox = await openOutbox(account);
  await act(async () => {
    for (const n of [3, 4, 5])
      await outbox.write('registration', idOf(n), () => ({ event_id: idOf(n), registered: true }));
  });
  open();
  const near = await itemOf(3);
  expect((await near.findByRole('link')).getAttribute('href')).toBe('https://meet.example.com/3');
  const early = await itemOf(4);
  early.getByText('Линкът за включване се появява тук 15 минути преди началото.');
  expect(early.queryByRole('link')).toBeNull();
  const cancelled = await itemOf(5);
  cancelled.getByRole('button', { name: 'Отразете отмяната в календара си: Събитие 5' });
  // A learner without a registration does not see a cancelled event.
  expect(screen.queryByRole('heading', { name: 'Събитие 6' })).toBeNull();
});

test('after the server ended the session, a registration asks for a sign-in and opens /login', async () => {
  await openMirror(account).events.bulkPut([event(7, 48 * HOUR_MS)]);
  statusStore.set({ phase: 'signed-out', pending: 0, rejected: 0, synced_at: 1, restored: true });
  function Address() {
    const { pathname, state } = useLocation();
    return <output>{`${pathname} ${JSON.stringify(state)}`}</output>;
  }
  render(
    <MemoryRouter initialEntries={['/dashboard?section=events']}>
      <EventsSection />
      <Address />
    </MemoryRouter>,
  );
  const item = await itemOf(7);
  await userEvent.click(item.getByRole('button', { name: 'Запишете се: Събитие 7' }));
  await screen.findByText('/login {"from":"/dashboard?section=events"}');
  expect(shown).toMatchObject([
    {
      kind: 'warning',
      title: 'Необходим е вход',
      description: 'Моля, влезте в профила си, за да се запишете за събитие',
    },
  ]);
  // /login redirects an account that is still signed in on this device.
  expect(signOut).toHaveBeenCalledOnce();
  item.getByText('2 свободни места от 5');
});

test('the calendar stays the same element when the search finds nothing', async () => {
  await openMirror(account).events.bulkPut([event(1, 48 * HOUR_MS)]);
  open();
  await itemOf(1);
  const calendar = screen.getByRole('grid');
  await userEvent.type(screen.getByRole('searchbox'), 'няма такова');
  await screen.findByText('Нищо не отговаря на търсенето');
  expect(screen.getByRole('grid')).toBe(calendar);
});
