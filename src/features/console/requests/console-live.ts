import type { RealtimeChannel } from '@supabase/supabase-js';
import { backendClient } from '@/device/service/requests';
import { consoleChanged, followNetwork } from '@/features/console-kit/queries';

/** Time (ms) for which the channel outlives a screen, so that the next screen does not join a channel that is being left. */
const LINGER_MS = 5_000;

let consoles = 0;
let leave: (() => void) | undefined;

const tablesOf = (payload: { tables?: unknown } | undefined): string[] | null =>
  Array.isArray(payload?.tables) ? payload.tables.map(String) : null;

function join(): () => void {
  let channel: RealtimeChannel | undefined;
  let left = false;
  void backendClient().then(async (client) => {
    // A join that is sent before the token is known is refused.
    await client.realtime.setAuth();
    if (left) return;
    channel = client.channel('scope:admin', { config: { private: true } });
    channel.on('broadcast', { event: 'poke' }, ({ payload }) => consoleChanged(tablesOf(payload)));
    channel.subscribe();
  });
  const leaveNetwork = followNetwork();
  return () => {
    left = true;
    leaveNetwork();
    const joined = channel;
    if (joined) void backendClient().then((client) => client.removeChannel(joined));
  };
}

/** Subscribes to changes while a console screen is mounted; all mounted screens share one channel. @returns a function that unsubscribes */
export function followConsole(): () => void {
  consoles++;
  leave ??= join();
  return () => {
    consoles--;
    setTimeout(() => {
      if (consoles > 0) return;
      leave?.();
      leave = undefined;
    }, LINGER_MS);
  };
}
