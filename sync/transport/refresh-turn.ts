/**
 * One tab at a time exchanges the refresh token. supabase-js coordinates only inside one page, so that each of several tabs would
 * send its own request when the shared access token runs out.
 * Guarantees: a tab that waits reads the session again before it refreshes; a tab that is frozen, killed or without a network delays
 * the others by at most `WAIT_MS`.
 */
import { REFRESH_LOCK } from '@/config/persisted-names';

/** supabase-js refreshes a token this long before its end (ms): its `EXPIRY_MARGIN_MS`. */
const MARGIN_MS = 90_000;
/** Longest wait for the refresh of another tab (ms). */
const WAIT_MS = 10_000;

let end: (() => void) | undefined;

function runsOut(session: string | null): boolean {
  if (session === null) return false;
  try {
    const { expires_at } = JSON.parse(session) as { expires_at?: unknown };
    return typeof expires_at === 'number' && expires_at * 1000 - Date.now() < MARGIN_MS;
  } catch {
    return false;
  }
}

/** Takes the lock and holds it until `endRefresh`, unless another tab has refreshed meanwhile. Resolves when this tab may read. */
function waitForTurn(read: () => Promise<string | null>): Promise<void> {
  return new Promise((ready) => {
    navigator.locks
      .request(REFRESH_LOCK, { signal: AbortSignal.timeout(WAIT_MS) }, async () => {
        if (!end && runsOut(await read()))
          await new Promise<void>((done) => {
            const timer = setTimeout(endRefresh, WAIT_MS);
            end = () => {
              clearTimeout(timer);
              done();
            };
            ready();
          });
      })
      // The wait is over, or this browser refuses locks: supabase-js recovers from two refreshes at once.
      .catch(() => undefined)
      .finally(ready);
  });
}

/** The stored session. Waits while another tab replaces a session whose token runs out. */
export async function readInTurn(read: () => Promise<string | null>): Promise<string | null> {
  const session = await read();
  if (end || !runsOut(session) || !globalThis.navigator?.locks) return session;
  await waitForTurn(read);
  return read();
}

/** The new session is stored, or the server did not give one. */
export function endRefresh(): void {
  end?.();
  end = undefined;
}
