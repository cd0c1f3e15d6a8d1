// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import '../../../helpers/silence-rxdb';
import { openMirror } from '@sync';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AwardToasts } from '@/app/overlays/award-toasts';
import { useSession } from '@/device/session/session-store';
import { useNotifications } from '@/features/notifications/queries/notifications';
import { claimAwards } from '@/features/notifications/requests';
import { type Toast, toastsReady } from '@/ui/toast';
import { shownDocOf } from '../../../helpers/shown';

// No server answers in these tests, except where a test says so.
vi.mock('@/features/notifications/requests', () => ({ claimAwards: vi.fn() }));

/** The first write opens the journal, which takes longer than Testing Library's one second on a busy machine. */
const SLOW = { timeout: 15_000 };

let account = '';
let accounts = 0;
let shown: Toast[] = [];

beforeEach(() => {
  account = `44444444-2222-4333-8444-${String(++accounts).padStart(12, '0')}`;
  shown = [];
  vi.mocked(claimAwards).mockReset().mockRejectedValue(new Error('Failed to fetch'));
  toastsReady((toast) => shown.push(toast));
  const identity = {
    uid: account,
    email: 'maria@sloy.test',
    full_name: 'Мария',
    plan: 'pro' as const,
    plan_checked_at: Date.now(),
    is_admin: false,
  };
  useSession.setState({ identity, left: false });
});
afterEach(cleanup);

const scope = () => `account:${account}`;
const row = (n: number, change = {}) => ({
  id: `90000000-0000-4000-8000-${account.slice(-8)}000${n}`,
  title: `Ново постижение: ${n}`,
  message: 'Описание',
  type: 'success' as const,
  topic: 'achievement' as const,
  link: '/dashboard?section=achievements',
  is_read: false,
  created_at: `2026-11-23T10:00:0${n}Z`,
  _scope: scope(),
  _seq: n,
  ...change,
});
const put = (...rows: ReturnType<typeof row>[]) => openMirror(account).notifications.bulkPut(rows);
const caughtUp = (whole: boolean) =>
  openMirror(account).scopes.put({
    ...{ scope: scope(), epoch: 1, seq: 1, count: 0, sum: '0', xor: '0', stores: [], aside: false },
    ...{ whole, mended: 0, mended_at: 0, opened_at: 0, renewed: false },
  });
/** Renders the result of `useNotifications`: the number of rows, and whether the first sync is complete. */
function Known() {
  const { data, complete } = useNotifications();
  return <p>{`${data?.length ?? 'unknown'} ${complete}`}</p>;
}
async function open(known: string, path = '/dashboard') {
  const element = (
    <>
      <AwardToasts />
      <Known />
    </>
  );
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [path] });
  render(<RouterProvider router={router} />);
  await screen.findByText(known);
  return router;
}
const titles = () => shown.map(({ title }) => title);
const isRead = async (n: number) => shownDocOf(account, 'read', row(n).id);
const arrives = async (n: number, change = {}) => {
  await act(() => put(row(n, change)));
  await screen.findByText(new RegExp(`^${n} `));
};

test('an award is announced once, marked as read, and opens its section', async () => {
  await caughtUp(true);
  await put(row(1));
  const router = await open('1 true');
  await arrives(2, { topic: 'lesson' });
  await arrives(3);
  await waitFor(() => expect(titles()).toEqual(['Ново постижение: 3']));
  await waitFor(async () => expect(await isRead(3)).toBeTruthy(), SLOW);
  expect(await isRead(1)).toBeUndefined();
  await arrives(4, { is_read: true });
  await arrives(5);
  await waitFor(() => expect(titles()).toEqual(['Ново постижение: 3', 'Ново постижение: 5']));
  await act(async () => shown[0]?.action?.onClick());
  expect(router.state.location).toMatchObject({ pathname: '/dashboard', search: '?section=achievements' });
});

test('an award that another device has claimed is not announced here', async () => {
  await caughtUp(true);
  await open('0 true');
  vi.mocked(claimAwards).mockImplementation(async (ids) => new Set(ids.filter((id) => id !== row(1).id)));
  await act(() => put(row(1), row(2)));
  await screen.findByText(/^2 /);
  await waitFor(() => expect(titles()).toEqual(['Ново постижение: 2']));
  await waitFor(async () => expect(await isRead(2)).toBeTruthy(), SLOW);
  expect(await isRead(1)).toBeUndefined();
  expect(claimAwards).toHaveBeenCalledOnce();
});

test('an award is not announced after the account has signed out', async () => {
  await caughtUp(true);
  await open('0 true');
  let answer: (ids: ReadonlySet<string>) => void = () => undefined;
  vi.mocked(claimAwards).mockReturnValue(new Promise((resolve) => (answer = resolve)));
  await arrives(1);
  await waitFor(() => expect(claimAwards).toHaveBeenCalledOnce());
  act(() => useSession.setState({ identity: null }));
  await act(async () => answer(new Set([row(1).id])));
  expect(titles()).toEqual([]);
});

test('awards that arrive with the first sync of a device are not announced', async () => {
  await caughtUp(false);
  await put(row(1));
  await open('1 false');
  await arrives(2);
  await act(() => caughtUp(true));
  await screen.findByText('2 true');
  await arrives(3);
  await waitFor(() => expect(titles()).toEqual(['Ново постижение: 3']));
});

test('no toast covers a lesson; it waits for the next screen', async () => {
  await caughtUp(true);
  const router = await open('0 true', '/video/d0000000-0000-4000-8000-000000000001');
  await arrives(1, { topic: 'lesson' });
  await arrives(2);
  await act(() => router.navigate('/video/d0000000-0000-4000-8000-000000000002'));
  expect(titles()).toEqual([]);
  await act(() => router.navigate('/dashboard'));
  await waitFor(() => expect(titles()).toEqual(['Ново постижение: 2']));
});

test('of four awards that arrive together, two have a toast each and one toast counts the others', async () => {
  await caughtUp(true);
  const router = await open('0 true');
  await act(() => put(row(1), row(2), row(3), row(4)));
  await screen.findByText(/^4 /);
  await waitFor(() => expect(titles()).toEqual(['Ново постижение: 1', 'Ново постижение: 2', 'Още 2 награди']));
  for (const n of [1, 2, 3, 4]) await waitFor(async () => expect(await isRead(n)).toBeTruthy(), SLOW);
  await act(() => put(row(5), row(6), row(7)));
  await screen.findByText(/^7 /);
  await waitFor(() => expect(titles().slice(3)).toEqual([5, 6, 7].map((n) => `Ново постижение: ${n}`)));
  await act(async () => shown[2]?.action?.onClick());
  expect(router.state.location.pathname).toBe('/notifications');
});

test('the toast that counts awards opens no page that the free plan lacks', async () => {
  await caughtUp(true);
  const identity = useSession.getState().identity;
  if (identity) useSession.setState({ identity: { ...identity, plan: 'free' } });
  await open('0 true');
  await act(() => put(row(1), row(2), row(3), row(4)));
  await waitFor(() => expect(titles()).toEqual(['Ново постижение: 1', 'Ново постижение: 2', 'Още 2 награди']));
  expect(shown.map(({ action }) => action?.label)).toEqual(['Вижте', 'Вижте', undefined]);
});
