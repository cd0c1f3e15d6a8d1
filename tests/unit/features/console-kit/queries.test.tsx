// @vitest-environment happy-dom

import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '@/device/session/session-store';
import { change, consoleChanged, followNetwork, useConsoleQuery } from '@/features/console-kit/queries';
import { ConsoleError } from '@/features/console-kit/requests/console-client';
import { RemoteStates } from '@/features/console-kit/widgets/remote-states';

const signIn = (uid: string) =>
  useSession.setState({
    identity: { uid, email: 'a@sloy.test', full_name: 'Ани', plan: 'premium', plan_checked_at: 1, is_admin: true },
    left: false,
  });
const network = (online: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  act(() => void window.dispatchEvent(new Event(online ? 'online' : 'offline')));
};

let leave: () => void;
beforeEach(() => {
  signIn(crypto.randomUUID());
  leave = followNetwork();
});
afterEach(() => {
  leave();
  cleanup();
  network(true);
  vi.restoreAllMocks();
});

test('a list that was open before shows its rows at once, but never those of another account', async () => {
  const show = () => renderHook(() => useConsoleQuery(['news'], () => Promise.resolve('rows')));
  const first = show();
  await waitFor(() => expect(first.result.current.data).toBe('rows'));
  first.unmount();
  expect(show().result.current.data).toBe('rows');
  cleanup();
  signIn(crypto.randomUUID());
  expect(show().result.current.data).toBeUndefined();
});

test('a change reloads what shows its table and nothing else; an unknown change reloads everything', async () => {
  const load = vi.fn(() => Promise.resolve(1));
  const other = vi.fn(() => Promise.resolve(1));
  renderHook(() => [
    useConsoleQuery(['a'], load, { tables: ['news'] }),
    useConsoleQuery(['b'], other, { tables: ['events'] }),
  ]);
  await waitFor(() => expect([load.mock.calls.length, other.mock.calls.length]).toEqual([1, 1]));
  consoleChanged(['news', 'videos']);
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  expect(other).toHaveBeenCalledTimes(1);
  consoleChanged();
  await waitFor(() => expect([load.mock.calls.length, other.mock.calls.length]).toEqual([3, 2]));
});

test('a write that fails reloads its table, too, because the rows on screen may be old', async () => {
  const load = vi.fn(() => Promise.resolve(1));
  renderHook(() => useConsoleQuery(['a'], load, { tables: ['news'] }));
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  const failed = change(['news'], () => Promise.reject(new ConsoleError('conflict', 'conflict', '')));
  await expect(failed).rejects.toThrow('conflict');
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
});

test('an error without rows stays on screen while the request is repeated', async () => {
  const answers: ((row: string) => void)[] = [];
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new ConsoleError('forbidden', 'forbidden', ''))
    .mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
  const { result } = renderHook(() => useConsoleQuery(['a'], load));
  await waitFor(() => expect(result.current.error?.kind).toBe('forbidden'));
  act(() => void result.current.refetch());
  await waitFor(() => expect(result.current.isFetching).toBe(true));
  expect(result.current.error?.kind).toBe('forbidden');
  act(() => answers[0]?.('rows'));
  await waitFor(() => expect([result.current.data, result.current.error]).toEqual(['rows', null]));
});

test('a page that was never loaded shows the missing network, not the rows of the page before', async () => {
  const List = ({ page }: { page: number }) => {
    const rows = useConsoleQuery(['list', page], () => Promise.resolve(`rows ${page}`));
    return (
      <RemoteStates remote={rows} failed="failed">
        {(data) => <p>{data}</p>}
      </RemoteStates>
    );
  };
  const { rerender } = render(<List page={1} />, { wrapper: MemoryRouter });
  await screen.findByText('rows 1');
  network(false);
  rerender(<List page={2} />);
  await screen.findByText('Няма мрежа');
  expect(screen.queryByText('rows 1')).toBeNull();
  rerender(<List page={1} />);
  await screen.findByText('rows 1');
  rerender(<List page={2} />);
  network(true);
  await screen.findByText('rows 2');
});

test('a screen that opens without a network loads when the network returns', async () => {
  leave();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  leave = followNetwork();
  const load = vi.fn(() => Promise.resolve('rows'));
  const { result } = renderHook(() => useConsoleQuery(['a'], load));
  expect(load).not.toHaveBeenCalled();
  network(true);
  await waitFor(() => expect(result.current.data).toBe('rows'));
});
