import {
  keepPreviousData,
  onlineManager,
  QueryClient,
  type UseMutationOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '@/device/session/session-store';
import { asConsoleError, type ConsoleError } from './requests/console-client';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ConsoleError;
    queryMeta: { tables?: readonly string[] | undefined };
  }
}

/** Interval (ms) at which visible screens reload, because a Realtime poke may be lost. */
const POLL_MS = 60_000;

/** The server's answers, kept while the account is signed in, so that a section shows its rows at once when it is opened again. */
export const consoleCache = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: Number.POSITIVE_INFINITY,
      retry: false,
      refetchInterval: POLL_MS,
      // While the next page of a list loads, keep the rows of the previous one.
      placeholderData: keepPreviousData,
    },
    // Without a network a save fails at once, so that its form can say so.
    mutations: { networkMode: 'always' },
  },
});
useSession.subscribe((now, before) => {
  if (now.identity?.uid !== before.identity?.uid) consoleCache.clear();
});

/** Reloads what shows one of the tables, for example after a write of this page; null: all tables. */
export function consoleChanged(changed: readonly string[] | null = null): void {
  void consoleCache.invalidateQueries({
    predicate: ({ meta }) => !changed || !meta?.tables || meta.tables.some((table) => changed.includes(table)),
  });
}

/**
 * Runs a write, then reloads what shows the tables (null: all). A failed write reloads, too: the rows on screen may be older than the server's, and
 * a lost answer does not say whether the write was done.
 */
export const change = <T>(tables: readonly string[] | null, write: () => Promise<T>): Promise<T> =>
  write().finally(() => consoleChanged(tables));

/** Reloads the visible screens when the tab or the network returns. @returns a function that stops it */
export function followNetwork(): () => void {
  consoleCache.mount();
  // The manager hears only events, but a page can open without a network.
  onlineManager.setOnline(navigator.onLine);
  return () => consoleCache.unmount();
}

const rethrow = (error: unknown): never => {
  throw asConsoleError(error);
};

interface ConsoleQueryOptions {
  /** Tables whose changes reload the data; if omitted, every change of any table reloads them. */
  tables?: readonly string[];
  /** While false, nothing is requested. */
  enabled?: boolean;
}

export type ConsoleQuery<T> = Pick<
  UseQueryResult<T>,
  'data' | 'error' | 'dataUpdatedAt' | 'isFetching' | 'isPlaceholderData' | 'refetch'
>;

/** Data from the server, reloaded after each change. `key` identifies the request. */
export function useConsoleQuery<T>(
  key: readonly unknown[],
  load: () => Promise<T>,
  { tables, enabled = true }: ConsoleQueryOptions = {},
): ConsoleQuery<T> {
  const query = useQuery({ ...consoleQuery(key, load, tables), enabled }, consoleCache);
  const [kept, setKept] = useState(query.error);
  // Without data, the library forgets the error while it repeats the request, and the screen would flicker.
  const error = query.isLoading && query.errorUpdateCount > 0 ? kept : query.error;
  if (kept !== error) setKept(error);
  return { ...query, error };
}

/** A write that a button starts; `isPending` while it runs. Its errors are ConsoleErrors. */
export const useConsoleMutation = <I = void, T = void>(
  write: (input: I) => Promise<T>,
  on: Pick<UseMutationOptions<T, ConsoleError, I>, 'onSuccess' | 'onError'>,
) => useMutation({ mutationFn: (input: I) => write(input).catch(rethrow), ...on }, consoleCache);

/** The options of a request, for `useQuery` with options of its own. */
export const consoleQuery = <T>(key: readonly unknown[], load: () => Promise<T>, tables?: readonly string[]) => ({
  queryKey: key,
  queryFn: () => load().catch(rethrow),
  meta: { tables },
});
