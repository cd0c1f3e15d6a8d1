import type { RealtimeChannel } from '@supabase/supabase-js';
import { backendClient } from '@/data/service/requests';
import { checkAdmin } from './session';

/** Names of the tables whose rows changed; null: unknown, possibly all. */
type Changed = readonly string[] | null;
type Listener = (changed: Changed) => void;

/** Interval (ms) at which visible screens reload, because a Realtime poke may be lost. */
const POLL_MS = 60_000;

const listeners = new Set<Listener>();
let consoles = 0;
let leave: (() => void) | undefined;

/** Calls `listener` when rows that the console shows may have changed. @returns a function that removes it */
export function onConsoleChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Tells all screens of this page that rows changed, for example after a write of this page. */
export function consoleChanged(changed: Changed = null): void {
  for (const listener of listeners) listener(changed);
}

const tablesOf = (payload: unknown): Changed => {
  const tables = (payload as { tables?: unknown } | undefined)?.tables;
  return Array.isArray(tables) ? tables.map(String) : null;
};

function join(): () => void {
  let channel: RealtimeChannel | undefined;
  let left = false;
  void backendClient().then((client) => {
    if (left) return;
    channel = client.channel('scope:admin', { config: { private: true } });
    channel.on('broadcast', { event: 'poke' }, ({ payload }: { payload?: unknown }) => {
      const changed = tablesOf(payload);
      if (!changed || changed.includes('admin_users')) void checkAdmin();
      consoleChanged(changed);
    });
    channel.subscribe();
  });
  const poll = setInterval(() => {
    if (document.visibilityState === 'visible' && navigator.onLine) consoleChanged();
  }, POLL_MS);
  const wake = () => {
    if (document.visibilityState !== 'visible' || !navigator.onLine) return;
    void checkAdmin();
    consoleChanged();
  };
  window.addEventListener('online', wake);
  document.addEventListener('visibilitychange', wake);
  return () => {
    left = true;
    clearInterval(poll);
    window.removeEventListener('online', wake);
    document.removeEventListener('visibilitychange', wake);
    const joined = channel;
    if (joined) void backendClient().then((client) => client.removeChannel(joined));
  };
}

/** Subscribes to changes while a console screen is mounted; all mounted screens share one channel. @returns a function that unsubscribes */
export function followConsole(): () => void {
  consoles++;
  leave ??= join();
  return () => {
    if (--consoles > 0) return;
    leave?.();
    leave = undefined;
  };
}
