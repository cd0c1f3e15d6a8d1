/**
 * Requests that the worker itself sends with the signed-in account's access token, while it is valid: unsent documents, and the unread count.
 * Rule: never send another account's data, and never refresh the token here, because two refreshes at once end the session.
 */
import { LOCAL_PUBLISHABLE_KEY } from '../src/config/env';
import { IDENTITY_KEY, SESSION_KEY } from '../src/config/worker-names';
import { readDurable } from '../src/lib/durable-store';
import { unsentRequest } from '../src/lib/unsent-docs';
import { membersOf } from './members';

const membersAt = (key: string) => readDurable(key).then(membersOf);

/** The request headers of `account`; undefined if it is not signed in or its token has expired, which only a page can refresh. */
async function ownHeaders(account: unknown, key: string): Promise<Record<string, string> | undefined> {
  const [{ uid }, { access_token, expires_at, user }] = await Promise.all([
    membersAt(IDENTITY_KEY),
    membersAt(SESSION_KEY),
  ]);
  const isOwn = typeof account === 'string' && uid === account && Object(user).id === account;
  if (!isOwn || typeof access_token !== 'string' || Number(expires_at) * 1000 < Date.now()) return undefined;
  return { apikey: key, authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
}

/** Sends the stored push request. @throws Error when the server is unreachable or overloaded, so that the browser tries again */
export async function sendUnsent(): Promise<void> {
  const { account, url, key, body } = membersOf(await unsentRequest());
  if (typeof url !== 'string' || typeof key !== 'string' || typeof body !== 'string') return;
  const headers = await ownHeaders(account, key);
  if (!headers) return;
  const { status } = await fetch(`${url}/rest/v1/rpc/sync_push`, { method: 'POST', headers, body });
  if (status >= 500 || status === 429) throw new Error(`sync_push: ${status}`);
}

/** Sets the badge to the server's unread count; does nothing when the token is no longer valid. */
export async function updateBadge(): Promise<void> {
  const { uid } = await membersAt(IDENTITY_KEY);
  // The build's settings as in `backendConfig`, whose check of them would not fit into the worker; a relative URL is on the worker's own origin.
  const url = import.meta.env.VITE_SUPABASE_URL || '';
  const key = import.meta.env.VITE_SUPABASE_KEY || LOCAL_PUBLISHABLE_KEY;
  const headers = await ownHeaders(uid, key);
  if (!headers) return;
  const answer = await fetch(`${url}/rest/v1/notifications?select=id&is_read=is.false&limit=1`, {
    method: 'HEAD',
    headers: { ...headers, prefer: 'count=exact' },
  });
  const count = Number(answer.headers.get('content-range')?.split('/')[1]);
  if (answer.ok && count >= 0) await (count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.());
}
