/**
 * Lets one tab at a time exchange the refresh token. supabase-js coordinates only within one page, so without this lock every open tab
 * would send its own request when the shared access token expires.
 * Guarantees: a waiting tab reads the session again before it refreshes; a tab that is frozen, killed or offline delays the other tabs
 * by at most `WAIT_MS`.
 */
import { REFRESH_LOCK } from '@/shared/names';

/** Time (ms) before a token's expiry at which supabase-js refreshes the token; equals supabase-js's `EXPIRY_MARGIN_MS`. */
const MARGIN_MS = 90_000;
/** Timeout (ms) of requests to the auth service: their responses have a few hundred bytes, so it is long enough for the slowest network. */
export const AUTH_TIMEOUT_MS = 20_000;
/**
 * Longest time (ms) that a tab waits for another tab's refresh, and that a tab holds the lock. On a slow device, seconds pass between taking the
 * lock and the request, and a wait that ends before the response would send the same refresh token again.
 */
const WAIT_MS = AUTH_TIMEOUT_MS + 5_000;

let end: (() => void) | undefined;
let waiting: Promise<void> | undefined;

function runsOut(session: string | null): boolean {
  if (session === null) return false;
  try {
    const { expires_at } = JSON.parse(session) as { expires_at?: unknown };
    return typeof expires_at === 'number' && expires_at * 1000 - Date.now() < MARGIN_MS;
  } catch {
    return false;
  }
}

/** Resolves when this tab may read the session. Holds the lock until `endRefresh`, unless another tab has refreshed in the meantime. */
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
      // The wait timed out, or the browser denies locks. Continue without the lock: supabase-js recovers from two simultaneous refreshes.
      .catch(() => undefined)
      .finally(ready);
  });
}

/**
 * Reads the stored session. If its token is about to expire, waits until no other tab is refreshing it.
 * Simultaneous reads of one page share one turn, because supabase-js sends one request for all of them. A second turn would hold the lock without
 * sending a request if the device's clock is ahead, because then even the new token looks expired.
 */
export async function readInTurn(read: () => Promise<string | null>): Promise<string | null> {
  const session = await read();
  if (end || !runsOut(session) || !globalThis.navigator?.locks) return session;
  waiting ??= waitForTurn(read).finally(() => {
    waiting = undefined;
  });
  await waiting;
  return read();
}

/** Releases the lock. Call this when the new session is stored, or when the server did not return one. */
export function endRefresh(): void {
  end?.();
  end = undefined;
}
